import { readDocument, type Operation } from "./document.ts";
import { baseUrlPlaceholder } from "./snippets.ts";

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/**
 * The operations as a Postman collection (format 2.1), each with its example. Set the variable `apiKey`; `baseUrl` is
 * this server.
 */
export function writePostmanCollection(): string {
  const { areas } = readDocument();
  return JSON.stringify(
    {
      info: {
        name: "Caseport",
        description: "The integration API. Set the variable `apiKey` to your API key.",
        schema,
      },
      auth: {
        type: "apikey",
        apikey: [
          { key: "key", value: "x-api-key" },
          { key: "value", value: "{{apiKey}}" },
          { key: "in", value: "header" },
        ],
      },
      variable: [
        { key: "baseUrl", value: baseUrlPlaceholder },
        { key: "apiKey", value: "" },
      ],
      item: areas.map(({ name, description, operations }) => ({ name, description, item: operations.map(writeItem) })),
    },
    null,
    1,
  );
}

function writeItem({ method, path, summary, description, needsKey, parameters, body }: Operation): object {
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = inPlace("query").map(({ name, example, description: text }) => ({
    key: name,
    value: String(example ?? ""),
    description: text,
    disabled: example === undefined,
  }));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  const segments = path
    .slice(1)
    .split("/")
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1"));
  return {
    name: summary,
    request: {
      method,
      description,
      ...(!needsKey && { auth: { type: "noauth" } }),
      header: [
        ...inPlace("header")
          .filter(({ name, required }) => required || name === "If-Match")
          .map(({ name, required }) => ({
            key: name,
            value: name === "If-Match" ? '"1"' : "{{$guid}}",
            disabled: !required,
          })),
        ...(body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join("/")}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
        host: ["{{baseUrl}}"],
        path: segments,
        ...(query.length > 0 && { query }),
        variable: inPlace("path").map(({ name, example, description: text }) => ({
          key: name,
          value: String(example ?? ""),
          description: text,
        })),
      },
      ...(body !== undefined && {
        body: { mode: "raw", raw: JSON.stringify(body.example ?? {}, null, 2), options: { raw: { language: "json" } } },
      }),
    },
  };
}
