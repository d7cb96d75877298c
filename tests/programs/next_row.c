// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
int matrix[2][3];
int __VERIFIER_nondet_int(void);

int main(void) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j > 3)
        return 0;
    return matrix[0][j];
}
