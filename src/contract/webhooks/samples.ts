// What integrators may copy. Both samples are run by a test against messages that the official library signed.

/** With the official package. */
export const sampleWithPackage = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.CASEPORT_WEBHOOK_SECRET);

// rawBody: the bytes as they arrived, before any JSON parser.
// With Express: express.raw({ type: "application/json" }), then req.body.
// Throws when the message is not from Caseport, changed or old.
export function readMessage(rawBody, headers) {
  return webhook.verify(rawBody, headers);
}
`;

/** With what Node brings along. */
export const sampleWithoutPackage = `import { createHmac, timingSafeEqual } from "node:crypto";

const secret = process.env.CASEPORT_WEBHOOK_SECRET;
const key = Buffer.from(secret.replace("whsec_", ""), "base64");

// rawBody: the bytes as they arrived, before any JSON parser.
export function readMessage(rawBody, headers) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const distance = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(distance <= 300)) throw new Error("the message is too old");

  const wanted = createHmac("sha256", key)
    .update(\`\${id}.\${timestamp}.\`)
    .update(rawBody)
    .digest();
  // Two signatures during the 24 hours after a rotation.
  const fits = String(headers["webhook-signature"])
    .split(" ")
    .some((signature) => {
      if (!signature.startsWith("v1,")) return false;
      const given = Buffer.from(signature.slice(3), "base64");
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  if (!fits) throw new Error("the signature does not match");
  return JSON.parse(rawBody.toString());
}
`;
