export function indentJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

interface Sample {
  url: string;
  webhookId: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * A command that sends the same request. The signature is a placeholder, because Caseport does not show secrets or sign
 * for others.
 */
export function writeDeliveryCurl({ url, webhookId, timestamp, body }: Sample): string {
  const headers = [
    "content-type: application/json",
    `webhook-id: ${webhookId}`,
    `webhook-timestamp: ${timestamp}`,
    "webhook-signature: v1,SIGNATURE",
  ];
  return [
    `curl -i ${quote(url)}`,
    ...headers.map((header) => `  -H ${quote(header)}`),
    `  --data-raw ${quote(body)}`,
  ].join(" \\\n");
}

/** A short endpoint that verifies deliveries. `secretName` is its environment variable. */
export function writeReceiver(secretName: string): string {
  return `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.${secretName});

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const event = webhook.verify(body, request.headers);
    process.stdout.write(event.type + " " + event.data.entityId + "\\n");
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;
}
