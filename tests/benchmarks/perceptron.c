/* The perceptron as somebody would write it in C for its speed: the same work as a
   recording of two classes and two features. */

#include <stdint.h>
#include <string.h>

enum { MISTAKE = 1, UPDATE = 2 };

void train(const double *X, const int64_t *codes, int64_t n, int64_t epochs,
           double eta, double *w, uint8_t *marks, int64_t *log, double *losses)
{
    double w1 = w[0], w2 = w[1], b = w[2];
    for (int64_t epoch = 0; epoch < epochs; epoch++) {
        memset(marks, 0, n);
        for (int64_t i = 0; i < n; i++) {
            double x1 = X[2 * i], x2 = X[2 * i + 1];
            double y = codes[i] == 1 ? 1.0 : -1.0;
            if (y * (b + w1 * x1 + w2 * x2) <= 0.0) {
                double step = eta * y, before1 = w1, before2 = w2, before = b;
                w1 += step * x1;
                w2 += step * x2;
                b += step;
                marks[i] = MISTAKE;
                if (w1 != before1 || w2 != before2 || b != before)
                    marks[i] |= UPDATE;
            }
        }
        int64_t mistakes = 0, updates = 0, errors = 0;
        for (int64_t i = 0; i < n; i++) {
            mistakes += marks[i] & MISTAKE;
            updates += marks[i] >> 1;
        }
        double loss = 0.0;
        for (int64_t i = 0; i < n; i++) {
            double z = b + w1 * X[2 * i] + w2 * X[2 * i + 1];
            double lack = codes[i] == 1 ? -z : z;
            errors += lack >= 0.0;
            loss += lack > 0.0 ? lack : 0.0;
        }
        log[3 * epoch] = mistakes;
        log[3 * epoch + 1] = updates;
        log[3 * epoch + 2] = errors;
        losses[epoch] = loss;
    }
    w[0] = w1, w[1] = w2, w[2] = b;
}
