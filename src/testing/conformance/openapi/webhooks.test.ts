import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { WebhookPayload } from "../../../areas/webhooks/schema.ts";
import { eventTypeNames } from "../../../contract/events/event-types.ts";
import { attemptDelaySeconds } from "../../../contract/webhooks/webhooks.ts";
import { sampleWithoutPackage } from "../../../contract/webhooks/samples.ts";
import { describeApi } from "../../../openapi/describe-api.ts";
import { exampleMessage, signedExample, webhookParameters } from "../../../openapi/describe-webhooks.ts";
import { signingSecret } from "../../../areas/webhooks/examples.ts";
import { describeAttempts } from "../../../openapi/webhook-descriptions.ts";
import { chapters } from "../../../reference/chapters.ts";

interface Sent {
  operationId: string;
  security: object[];
  parameters: object[];
  requestBody: { content: { "application/json": { schema: { $ref: string }; example: object } } };
  responses: Record<string, object>;
}

const {
  webhooks,
  components: { schemas },
} = JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as {
  webhooks: Record<string, { post: Sent }>;
  components: { schemas: Record<string, object> };
};

test("every event type is a webhook of the document, with its own name and identifier", () => {
  expect(Object.keys(webhooks)).toEqual(eventTypeNames);
  expect(new Set(Object.values(webhooks).map(({ post }) => post.operationId)).size).toBe(eventTypeNames.length);
});

describe.each(Object.entries(webhooks))("%s", (name, { post }) => {
  test("has an example that is a valid message of the type", () => {
    const { schema, example } = post.requestBody.content["application/json"];
    expect(WebhookPayload.parse(example)).toStrictEqual(example);
    expect(example).toMatchObject({ type: name });
    expect(schemas[schema.$ref.replace("#/components/schemas/", "")]).toMatchObject({
      allOf: [
        { $ref: "#/components/schemas/WebhookPayload" },
        { type: "object", required: ["type"], properties: { type: { const: name } } },
      ],
    });
  });

  test("needs no key, describes the headers and explains the responses", () => {
    expect(post.security).toEqual([]);
    expect(post.parameters).toEqual(
      Object.keys(webhookParameters).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    );
    expect(Object.keys(post.responses).toSorted()).toEqual(["2XX", "410", "429", "503", "default"]);
  });
});

test("the documented signature equals that of the official library", () => {
  const { id, timestamp, signature } = signedExample;
  const body = JSON.stringify(exampleMessage("folder.created"));
  expect(new Webhook(signingSecret).sign(id, new Date(timestamp * 1_000), body)).toBe(signature);
  expect(webhookParameters.WebhookSignature).toMatchObject({ schema: { examples: [signature] } });
  const { pattern } = webhookParameters.WebhookSignature["schema"] as { pattern: string };
  expect(
    [signature, `${signature} ${signature}`, "v1", `${signature},${signature}`].map((each) =>
      new RegExp(pattern, "u").test(each),
    ),
  ).toEqual([true, true, false, false]);
});

test("the reference contains the code that src/contract/webhooks/samples.test.ts runs, and the schedule", () => {
  const text = chapters.flatMap(({ paragraphs }) => paragraphs).join("\n");
  expect(text).toContain(`\`\`\`js\n${sampleWithoutPackage}\`\`\``);
  expect(text).toContain(describeAttempts());
  expect(describeAttempts()).toContain(
    `A message is sent up to ${attemptDelaySeconds.length} times over about 3 days: immediately, then 5 seconds, 5 minutes, 30 minutes, 2 hours,`,
  );
  expect(describeAttempts()).toContain("varied by up to 20 %. After 120 hours");
});
