// expect: sc=violation tso=violation
// property: memory
double zero;
int main(void) { return (int)(zero / zero); }
