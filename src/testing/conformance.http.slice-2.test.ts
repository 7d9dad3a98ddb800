import "./conformance.http.test.ts";
