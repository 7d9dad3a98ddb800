import "./input.test.ts";
