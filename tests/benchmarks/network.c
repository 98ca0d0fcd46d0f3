/* The multi-layer perceptron as somebody would write it in C: one hidden layer of tanh,
   a logistic output, a sample at a time, the same work as a recording. */

#include <math.h>
#include <stdint.h>
#include <string.h>
enum { MISTAKE = 1, UPDATE = 2, MOST = 16 };

/* One hidden layer of h tanh units with d inputs each, rows of d weights and an offset,
   then a row of h weights and an offset. */
static inline double forward(const double *p, const double *x, int64_t d, int64_t h,
                             double *a)
{
    const double *v = p + h * (d + 1);
    double score = v[h];
    for (int64_t k = 0; k < h; k++, p += d + 1) {
        double z = p[d];
        for (int64_t j = 0; j < d; j++)
            z += p[j] * x[j];
        a[k] = tanh(z);
        score += v[k] * a[k];
    }
    return score;
}

static inline int descend(double *p, double *velocity, const double *share, double eta,
                          double shrink, double momentum, int64_t rows, int64_t d)
{
    int changed = 0;
    for (int64_t k = 0; k < rows; k++, p += d + 1, velocity += d + 1, share += d + 1)
        for (int64_t j = 0; j <= d; j++) {
            double before = p[j], added = eta * share[j];
            if (j < d)
                added -= shrink * before;
            velocity[j] = momentum * velocity[j] + added;
            p[j] = before + velocity[j];
            changed |= p[j] != before;
        }
    return changed;
}

static inline void run(const double *X, const int64_t *codes, int64_t n, int64_t d,
                       int64_t h, int64_t epochs, double eta, double strength,
                       double momentum, double *p, double *velocity, uint8_t *marks,
                       int64_t *log, double *losses)
{
    double a[MOST];
    int64_t size = h * (d + 1) + h + 1;
    double share[size];
    for (int64_t epoch = 0; epoch < epochs; epoch++) {
        memset(marks, 0, n);
        for (int64_t i = 0; i < n; i++) {
            const double *x = X + i * d;
            double z = forward(p, x, d, h, a), t = codes[i] == 1;
            if (t ? z <= 0.0 : z >= 0.0)
                marks[i] = MISTAKE;
            double delta = t - 1.0 / (1.0 + exp(-z));
            double *v = p + h * (d + 1);
            for (int64_t k = 0; k < h; k++) {
                double hidden = (1.0 - a[k] * a[k]) * v[k] * delta;
                for (int64_t j = 0; j < d; j++)
                    share[k * (d + 1) + j] = hidden * x[j];
                share[k * (d + 1) + d] = hidden;
                share[h * (d + 1) + k] = delta * a[k];
            }
            share[size - 1] = delta;
            int64_t hidden = h * (d + 1);
            int changed = descend(p, velocity, share, eta, eta * strength, momentum, h, d);
            changed |= descend(v, velocity + hidden, share + hidden, eta, eta * strength,
                               momentum, 1, h);
            if (changed)
                marks[i] |= UPDATE;
        }
        int64_t mistakes = 0, updates = 0, errors = 0;
        for (int64_t i = 0; i < n; i++) {
            mistakes += marks[i] & MISTAKE;
            updates += marks[i] >> 1;
        }
        double total = 0.0;
        for (int64_t i = 0; i < n; i++) {
            double z = forward(p, X + i * d, d, h, a), margin = codes[i] == 1 ? z : -z;
            errors += margin <= 0.0;
            total += margin > 0.0 ? log1p(exp(-margin)) : log1p(exp(margin)) - margin;
        }
        log[3 * epoch] = mistakes;
        log[3 * epoch + 1] = updates;
        log[3 * epoch + 2] = errors;
        losses[epoch] = total;
    }
}
void train(const double *X, const int64_t *codes, int64_t n, int64_t d, int64_t h,
           int64_t epochs, double eta, double strength, double momentum, double *p,
           double *velocity, uint8_t *marks, int64_t *log, double *losses)
{
    if (d == 2)
        run(X, codes, n, 2, h, epochs, eta, strength, momentum, p, velocity, marks, log,
            losses);
    else
        run(X, codes, n, d, h, epochs, eta, strength, momentum, p, velocity, marks, log,
            losses);
}
