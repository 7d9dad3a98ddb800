import type { ZapierDefinition, ZapierStep } from "../../connectors/zapier/app.ts";
import { interfaceVersion } from "../../contract/interface-version.ts";
import type { ConnectorDescription, DescribedAction, DescribedResource } from "./describe-connector.ts";
import { writeTitle } from "./write-title.ts";

/** The version of Zapier's platform that the app is tested with. */
const platformVersion = "19.1.0";

/** The files of the Zapier app before they are compiled, by path. */
export function writeZapierSources(description: ConnectorDescription): Record<string, string> {
  return {
    "definition.json": `${JSON.stringify(defineZapier(description))}\n`,
    "index.ts": entry,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "README.md": readme,
  };
}

const manifest = {
  name: "caseport-zapier",
  version: interfaceVersion,
  description: "The Zapier integration of Caseport",
  private: true,
  license: "SEE LICENSE IN README.md",
  main: "index.js",
  dependencies: { "zapier-platform-core": platformVersion },
};

const entry = `import { version as platformVersion } from "zapier-platform-core";
import { createApp } from "./connectors/zapier/app.ts";
import definition from "./definition.json";

export default createApp(definition as never, platformVersion);
`;

const readme = `# Caseport for Zapier

The integration of Caseport for Zapier, as a project of Zapier's command line.

The guide "Connectors" of your Caseport server, at /docs/guides/connectors, explains how to publish it to your firm's Zapier account.

## License

For use with Caseport, under the agreement of your firm with the operator of its server.
`;

/** The pairs of a search and what makes the record that it does not find. */
const findOrCreate: ReadonlySet<string> = new Set(["client", "contact", "lead"]);

function defineZapier({ resources, choices, triggers, eventTypes }: ConnectorDescription): ZapierDefinition {
  const steps = resources.flatMap((resource) => resource.actions.map((action) => defineStep(resource, action)));
  const isSearch = ({ action }: ZapierStep) => action.method === "GET";
  return {
    version: interfaceVersion,
    creates: steps.filter((step) => !isSearch(step)),
    searches: steps.filter(isSearch),
    pairs: resources
      .filter(({ name }) => findOrCreate.has(name))
      .map(({ name, label }) => ({
        search: keyOf(name, "getAll"),
        create: keyOf(name, "create"),
        label: `Find or Create ${label}`,
        description: `Finds a ${label.toLowerCase()}, or creates it if there is none.`,
      })),
    triggers: eventTypes.flatMap((eventType) => {
      const found = triggers.find((trigger) => trigger.eventType === eventType);
      if (found === undefined) return [];
      const { example: sample, ...trigger } = found;
      return [{ ...trigger, key: eventType.replace(".", "_"), noun: nounOf(eventType), sample }];
    }),
    choices,
  };
}

/** Keys are stored in Zaps. */
const keyOf = (resource: string, action: string) =>
  `${resource}_${action}`.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const nounOf = (eventType: string) => writeTitle(eventType.split(".")[0] ?? "");

function defineStep(resource: DescribedResource, described: DescribedAction): ZapierStep {
  const { name, label, title, example, ...action } = described;
  return {
    key: keyOf(resource.name, name),
    noun: resource.label,
    label: nameStep(resource.label, label),
    description: describeStep(title, action, resource.label),
    action,
    sample: sampleOf(action, example),
  };
}

/** A sentence of what a step does: `Create a client` is Creates a client. */
function describeStep(
  title: string,
  { method, items }: Pick<DescribedAction, "method" | "items">,
  noun: string,
): string {
  if (items !== null) return `Finds a ${noun.toLowerCase()} by the fields that you fill in.`;
  const [verb = "", ...rest] = title.split(" ");
  const does = method === "GET" && verb === "Get" ? "Finds" : `${verb}s`;
  return `${does} ${rest.join(" ")}.`;
}

/** `Change Status` of a lead is Change Lead Status, `Get Many` of clients Find Client. */
function nameStep(noun: string, label: string): string {
  if (label === "Get Many") return `Find ${noun}`;
  if (label === "Get") return `Find ${noun} by ID`;
  const [verb = "", ...rest] = label.split(" ");
  return [verb, noun, ...rest].join(" ");
}

function sampleOf({ items, record }: Pick<DescribedAction, "items" | "record">, example: unknown): unknown {
  if (items !== null || record === null) return example;
  return (example as Record<string, unknown>)[record] ?? example;
}
