export const summary =
  "Caseport is the integration API of a legal case-management platform for personal-injury firms. " +
  "Integrations act for one organization with an API key.";

/** The document's description: short, because the chapters are pages of the reference. */
export function describeIntroduction(): string {
  return [
    summary,
    "Send the key in the header `x-api-key`. Every error is `{ success: false, error, code }`. Most mutations require `X-Idempotency-Key`, so that a repeated request takes effect once.",
    "`x-required-scope` is the scope that an operation requires, `x-operation-kind` whether it reads, writes or destroys, `x-idempotency` whether it requires `X-Idempotency-Key`, and `x-pagination` which members continue a list.",
    "The reference at `/docs` explains authentication, errors, rate limits, idempotency, revisions, lists, events and webhooks, also as Markdown: `/llms.txt` lists its pages.",
  ].join("\n\n");
}
