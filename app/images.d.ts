/// <reference types="next/image-types/global" />

// The types of imported pictures. Next writes the same line into next-env.d.ts, which a clean checkout has not before its
// first build.
