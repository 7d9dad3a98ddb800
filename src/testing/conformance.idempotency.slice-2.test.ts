import "./conformance.idempotency.test.ts";
