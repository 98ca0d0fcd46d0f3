/* A learner as somebody would write it in C for its speed: the same work as a recording
   of two classes. RULE is one of those below, D the number of features where it is known
   beforehand, else it is not. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#define PERCEPTRON 0
#define AVERAGED 1
#define ADALINE 2
#define HINGE 3
#define LOGISTIC 4
#define PASSIVE 5

enum { MISTAKE = 1, UPDATE = 2, IN_ORDER = 8 };

/* Up to eight terms from the left, more as four sums. */
static inline double dot(double start, const double *a, const double *x, int64_t d)
{
    if (d <= IN_ORDER) {
        for (int64_t j = 0; j < d; j++)
            start += a[j] * x[j];
        return start;
    }
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    int64_t fours = d - d % 4;
    for (int64_t j = 0; j < fours; j += 4) {
        s0 += a[j] * x[j];
        s1 += a[j + 1] * x[j + 1];
        s2 += a[j + 2] * x[j + 2];
        s3 += a[j + 3] * x[j + 3];
    }
    for (int64_t j = fours; j < d; j++)
        start += a[j] * x[j];
    return start + ((s0 + s1) + (s2 + s3));
}

static inline double pull(double z, double y, const double *x, int64_t d, double h)
{
    switch (RULE) {
    case ADALINE:
        return y - z;
    case HINGE:
        return y * z < 1.0 ? y : 0.0;
    case LOGISTIC:
        return y / (1.0 + exp(y * z));
    case PASSIVE: {
        double lack = 1.0 - y * z, square = 1.0;
        if (lack <= 0.0)
            return 0.0;
        for (int64_t j = 0; j < d; j++)
            square += x[j] * x[j];
        return y * fmin(h, lack / square);
    }
    default:
        return y * z <= 0.0 ? y : 0.0;
    }
}

static inline double loss(double margin)
{
    switch (RULE) {
    case ADALINE:
        return 0.5 * (1.0 - margin) * (1.0 - margin); /* (y - z)², as y² = 1 */
    case HINGE:
    case PASSIVE:
        return margin < 1.0 ? 1.0 - margin : 0.0;
    case LOGISTIC:
        return margin > 0.0 ? log1p(exp(-margin)) : log1p(exp(margin)) - margin;
    default:
        return margin < 0.0 ? -margin : 0.0;
    }
}

static void shuffle(int32_t *order, int64_t n, uint64_t seed, uint64_t epoch)
{
    uint64_t state = seed * 0xD1B54A32D192ED03u + epoch;
    for (int64_t j = 0; j < n; j++)
        order[j] = j;
    for (int64_t j = n - 1; j > 0; j--) {
        state += 0x9E3779B97F4A7C15u;
        uint64_t r = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
        r = (r ^ (r >> 27)) * 0x94D049BB133111EBu;
        r ^= r >> 31;
        uint64_t i = ((r >> 32) * (uint64_t)(j + 1)) >> 32;
        int32_t other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
}

static inline void learn(const double *X, const int64_t *codes, const int32_t *order,
                         int64_t n, int64_t d, double eta, double strength, double h,
                         double *w, double *memory, uint8_t *marks, int64_t steps)
{
    double keep = RULE == HINGE || RULE == LOGISTIC ? 1.0 - eta * strength : 1.0;
    for (int64_t p = 0; p < n; p++) {
        int64_t i = order ? order[p] : p;
        const double *x = X + i * d;
        double y = codes[i] == 1 ? 1.0 : -1.0, z = dot(w[d], w, x, d);
        if (y * z <= 0.0)
            marks[p] = MISTAKE;
        double c = pull(z, y, x, d, h);
        if (c == 0.0 && keep == 1.0)
            continue;
        double step = eta * c;
        int changed = 0;
        for (int64_t j = 0; j < d; j++) {
            double before = w[j];
            w[j] = keep * before + step * x[j];
            changed |= w[j] != before;
        }
        double before = w[d];
        w[d] += step;
        if (changed || w[d] != before)
            marks[p] |= UPDATE;
        if (RULE == AVERAGED) {
            for (int64_t j = 0; j < d; j++)
                memory[j] += (steps + p) * step * x[j];
            memory[d] += (steps + p) * step;
        }
    }
}

static inline void run(const double *X, const int64_t *codes, int32_t *order, int64_t n,
                       int64_t d, int64_t epochs, double eta, double strength, double h,
                       double *w, double *memory, uint8_t *marks, int64_t *log,
                       double *losses)
{
    double used[d + 1];
    for (int64_t epoch = 0; epoch < epochs; epoch++) {
        memset(marks, 0, n);
        if (order)
            shuffle(order, n, 0, epoch);
        learn(X, codes, order, n, d, eta, strength, h, w, memory, marks, epoch * n);
        int64_t mistakes = 0, updates = 0, errors = 0;
        for (int64_t i = 0; i < n; i++) {
            mistakes += marks[i] & MISTAKE;
            updates += marks[i] >> 1;
        }
        for (int64_t j = 0; j <= d; j++)
            used[j] = RULE == AVERAGED ? w[j] - memory[j] / ((epoch + 1) * n) : w[j];
        double total = 0.0;
        for (int64_t i = 0; i < n; i++) {
            double z = dot(used[d], used, X + i * d, d);
            double margin = codes[i] == 1 ? z : -z;
            errors += margin <= 0.0;
            total += loss(margin);
        }
        log[3 * epoch] = mistakes;
        log[3 * epoch + 1] = updates;
        log[3 * epoch + 2] = errors;
        losses[epoch] = total;
    }
}

/* `order` is NULL for the order as given, else room for one. */
void train(const double *X, const int64_t *codes, int32_t *order, int64_t n, int64_t d,
           int64_t epochs, double eta, double strength, double h, double *w,
           double *memory, uint8_t *marks, int64_t *log, double *losses)
{
    if (d == 2)
        run(X, codes, order, n, 2, epochs, eta, strength, h, w, memory, marks, log,
            losses);
    else
        run(X, codes, order, n, d, epochs, eta, strength, h, w, memory, marks, log,
            losses);
}
