import "./scopes.test.ts";
