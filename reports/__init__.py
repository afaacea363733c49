"""From rows to what people look at: tables, figures and pages; computes nothing."""
