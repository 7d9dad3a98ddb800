import { catalog } from "../client/catalog.ts";

export const messageForm = catalog({
  wanted: {
    headers: "Paste the headers of the message.",
    body: "Paste the body of the message.",
    secret: "Paste the webhook’s signing secret.",
  },
  signatureIsComputed: "The signature is computed in your browser. Nothing is sent or stored.",
  verifySignature: "Verify signature",
  clearAll: "Clear all",
  headers: "Headers",
  headersHint:
    "Include webhook-id, webhook-timestamp and webhook-signature with their names. Other headers are ignored.",
  rawBody: "Raw body",
  rawBodyHint: "Exactly as received, before JSON parsing.",
  signingSecret: "Signing secret",
  signingSecretHint: "Starts with whsec_. Shown when the webhook was created or its secret last rotated.",
  secret: "the secret",
});

export const verdictPanel = catalog({
  passed: "Passed",
  failed: "Failed",
  notChecked: "Not checked",
  result: "Result",
  checks: "Checks",
  commonCauses: "Common causes:",
});

export const verifyScreen = catalog({
  verifySignature: "Verify signature",
  verifySignatureDescription: "Paste a webhook request to check its signature and see why it fails.",
  webhooks: "Webhooks",
  signaturesCannotBeComputed: "Signatures cannot be computed in this browser",
  browsersComputeSignaturesOnly: "Browsers compute signatures only over HTTPS. Open the portal with its https:// URL.",
  howVerificationWorks: "How verification works",
  caseportSignsRequests:
    "Caseport signs requests by Standard Webhooks: HMAC-SHA-256 over the ID, timestamp and raw body, joined by dots. Accept a request only when one signature matches and the timestamp is within five minutes.",
  commonMistakes: "Common mistakes:",
  bodyWasParsed: "The body was parsed as JSON and serialized again before verification.",
  lineBreakWasAdded: "A line break was added at the end of the body.",
  secretIsFromBefore: "The secret is from before a rotation, or belongs to another webhook.",
  endpointsClockIsWrong: "The endpoint’s clock is wrong, or the request is old.",
  withStandardwebhooks: "With standardwebhooks",
  node: "Node, with npm install standardwebhooks",
  withoutPackage: "Without a package",
  nodeWithNodeCryptoOnly: "Node, with node:crypto only",
  inYourEndpoint: "In your endpoint",
  inYourEndpointDescription: "The secret comes from the environment. The body is read only after verification.",
  verificationMethods: "Verification methods",
});
