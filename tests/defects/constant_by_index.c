// expect: sc=violation tso=violation
// property: memory
// A write to a constant through an index that is not known. Was safe by `check`, and at a place that is known "could not be shown".
int __VERIFIER_nondet_int(void);
const int row[4] = {1, 2, 3, 4};
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4) ((int *)row)[i] = 1;
}
