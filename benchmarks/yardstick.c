/* The four 8x8 jobs of `plyscope bench` in plain scalar C: what the compiled search is measured against.
 *
 *     cc -O3 -march=native yardstick.c -o yardstick && ./yardstick 20
 *
 * Each job runs as often as the argument says. One JSON line a job tells its nodes and the seconds of its best run;
 * a wrong number of nodes or a wrong value ends the program with status 1.
 *
 * The tree is plyscope's: a pass is a node and a ply, a finished game is a leaf, squares are tried in the order a1, b1,
 * ..., h8, and every leaf is made and read. Nothing is counted but nodes, and a leaf is read in its parent's loop.
 */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#pragma GCC optimize("no-tree-vectorize") /* one square set at a time: this is the mark for scalar code */

typedef uint64_t Set; /* of squares: bit 8 * row + column */
typedef struct { Set mover, other; } Board;
enum { LINES = 4, INFINITE = 1 << 20 };

#define EACH_TIME static inline __attribute__((always_inline))

static const Board START = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};

static int64_t nodes; /* of the run under way */
static Set checksum;  /* of its leaves, in perft */

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* What a square sees along row, column and both diagonals. */
static struct { Set above[LINES], below[LINES]; } views[64] __attribute__((aligned(64)));
static int16_t row_sums[8][256]; /* the weights of a row's squares, by the row's byte */

static const int quarter[4][4] = {{120, -20, 20, 5}, {-20, -40, -5, -5}, {20, -5, 15, 3}, {5, -5, 3, 3}};

static int folded(int line) { return line < 4 ? line : 7 - line; }

static Set half_line(int row, int column, int down, int right)
{
    Set line = 0;
    while ((row += down) >= 0 && row < 8 && (column += right) >= 0 && column < 8)
        line |= UINT64_C(1) << (8 * row + column);
    return line;
}

static void fill_tables(void)
{
    static const int steps[LINES][2] = {{0, 1}, {1, 0}, {1, -1}, {1, 1}};
    for (int square = 0; square < 64; square++)
        for (int line = 0; line < LINES; line++) {
            int down = steps[line][0], right = steps[line][1];
            views[square].above[line] = half_line(square / 8, square % 8, down, right);
            views[square].below[line] = half_line(square / 8, square % 8, -down, -right);
        }
    for (int row = 0; row < 8; row++)
        for (int byte = 0; byte < 256; byte++)
            for (int column = 0; column < 8; column++)
                row_sums[row][byte] += (byte >> column & 1) * quarter[folded(row)][folded(column)];
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

/* Squares beyond a run of `over` that begins next to a disc of `own`, both ways along one line (Kogge-Stone fill). */
EACH_TIME Set beyond_runs(Set own, Set over, int step)
{
    Set up = over & own << step, down = over & own >> step;
    up |= over & up << step;
    down |= over & down >> step;
    Set upper_pairs = over & over << step, lower_pairs = upper_pairs >> step;
    for (int turn = 0; turn < 2; turn++) {
        up |= upper_pairs & up << 2 * step;
        down |= lower_pairs & down >> 2 * step;
    }
    return up << step | down >> step;
}

EACH_TIME Set legal_moves(Board board)
{
    Set inner = board.other & UINT64_C(0x7e7e7e7e7e7e7e7e); /* no run goes around the edge */
    Set reached = beyond_runs(board.mover, inner, 1) | beyond_runs(board.mover, board.other, 8) |
                  beyond_runs(board.mover, inner, 7) | beyond_runs(board.mover, inner, 9);
    return reached & ~(board.mover | board.other);
}

EACH_TIME Board passed(Board board) { return (Board){board.other, board.mover}; }

/* The discs that a move turns. A run of the other side's discs ends at the nearest square without one: the lowest bit
 * of those above, the highest of those below. The run turns if an own disc stands there. */
EACH_TIME Set turned(Board board, int square)
{
    Set found = 0;
#pragma GCC unroll 1 /* shorter code is faster here */
    for (int line = 0; line < LINES; line++) {
        Set above = views[square].above[line], below = views[square].below[line];
        Set over = above & ~board.other, under = below & ~board.other;
        Set high_end = over & -over & board.mover;
        Set low_end = (under ? UINT64_C(1) << (63 - __builtin_clzll(under)) : 0) & board.mover;
        found |= above & (high_end - (high_end != 0));
        found |= below & (0 - 2 * low_end);
    }
    return found;
}

EACH_TIME Board child(Board board, int square)
{
    Set discs = turned(board, square);
    return (Board){board.other & ~discs, board.mover | discs | UINT64_C(1) << square};
}

/* Take the first square out of a set that is not empty. */
EACH_TIME int take_first(Set *squares)
{
    int square = __builtin_ctzll(*squares);
    *squares &= *squares - 1;
    return square;
}

/* ---- leaves: their value for the mover --------------------------------------------------------------------------- */

EACH_TIME int disc_margin(Board board) { return __builtin_popcountll(board.mover) - __builtin_popcountll(board.other); }

EACH_TIME int weight_margin(Board board)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        sum += row_sums[row][board.mover >> 8 * row & 255] - row_sums[row][board.other >> 8 * row & 255];
    return sum;
}

EACH_TIME void read_leaf(Board board) { checksum += board.mover ^ board.other * UINT64_C(0x9e3779b97f4a7c15); }

/* ---- searches: depth is at least 1 ------------------------------------------------------------------------------- */

static void perft(Board board, int depth)
{
    Set moves = legal_moves(board);
    if (!moves) {
        if (!legal_moves(passed(board)))
            return;
        nodes++;
        if (depth > 1)
            perft(passed(board), depth - 1);
        else
            read_leaf(passed(board));
    }
    nodes += __builtin_popcountll(moves);
    while (moves) {
        Board next = child(board, take_first(&moves));
        if (depth > 1)
            perft(next, depth - 1);
        else
            read_leaf(next);
    }
}

/* One node of minimax, compiled into each of the two searches below. */
EACH_TIME int minimax_node(Board board, int depth, int (*search)(Board, int), int (*evaluate)(Board))
{
    Set moves = legal_moves(board);
    if (!moves) {
        if (!legal_moves(passed(board)))
            return evaluate(board);
        nodes++;
        return depth > 1 ? -search(passed(board), depth - 1) : evaluate(board);
    }
    nodes += __builtin_popcountll(moves);
    int worst = INFINITE; /* for the other side, which moves in the children */
    while (moves) {
        Board next = child(board, take_first(&moves));
        int value = depth > 1 ? search(next, depth - 1) : evaluate(next);
        worst = value < worst ? value : worst;
    }
    return -worst;
}

static int minimax_discs(Board from, int depth) { return minimax_node(from, depth, minimax_discs, disc_margin); }
static int minimax_weights(Board from, int depth) { return minimax_node(from, depth, minimax_weights, weight_margin); }

/* Fail-soft; a value that reaches beta cuts. */
static int alphabeta(Board board, int depth, int alpha, int beta)
{
    Set moves = legal_moves(board);
    if (!moves) {
        if (!legal_moves(passed(board)))
            return weight_margin(board);
        nodes++;
        return depth > 1 ? -alphabeta(passed(board), depth - 1, -beta, -alpha) : weight_margin(board);
    }
    int best = -INFINITE;
    while (moves && best < beta) {
        Board next = child(board, take_first(&moves));
        nodes++;
        int value = depth > 1 ? -alphabeta(next, depth - 1, -beta, -alpha) : -weight_margin(next);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

static int run_perft(void) { perft(START, 10); return checksum & 0xffff; }
static int run_minimax_discs(void) { return minimax_discs(START, 9); }
static int run_minimax_weights(void) { return minimax_weights(START, 8); }
static int run_alphabeta(void) { return alphabeta(START, 11, -INFINITE, INFINITE); }

static const struct {
    const char *name;
    int (*run)(void);
    int value; /* of perft: the lowest bits of its checksum */
    int64_t nodes;
} jobs[] = {
    {"perft-10", run_perft, 2550, 28031565},
    {"minimax-9-discs", run_minimax_discs, 5, 3460509},
    {"minimax-8-weights", run_minimax_weights, 4, 455221},
    {"alphabeta-11-weights", run_alphabeta, 16, 1098586},
};

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argument_count, char **arguments)
{
    int repeats = argument_count > 1 ? atoi(arguments[1]) : 5;
    fill_tables();
    for (size_t job = 0; job < sizeof jobs / sizeof *jobs; job++) {
        double best = 1e9;
        for (int repeat = 0; repeat < repeats; repeat++) {
            nodes = 1, checksum = 0;
            double start = clock_seconds();
            int value = jobs[job].run();
            double seconds = clock_seconds() - start;
            best = seconds < best ? seconds : best;
            if (nodes != jobs[job].nodes || value != jobs[job].value) {
                fprintf(stderr, "%s: %" PRId64 " nodes, value %d: wrong\n", jobs[job].name, nodes, value);
                return 1;
            }
        }
        printf("{\"name\": \"%s\", \"nodes\": %" PRId64 ", \"seconds\": %.9f}\n", jobs[job].name, nodes, best);
    }
    return 0;
}
