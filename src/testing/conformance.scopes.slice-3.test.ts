import "./conformance.scopes.test.ts";
