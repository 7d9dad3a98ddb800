import "./idempotency.test.ts";
