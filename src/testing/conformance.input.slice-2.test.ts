import "./conformance.input.test.ts";
