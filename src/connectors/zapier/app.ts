import { nameValue } from "../choices.ts";
import type { ChoiceSource, ConnectorAction, ConnectorField, ConnectorTrigger } from "../description.ts";
import { keyField, performAction, performSearch } from "./actions.ts";
import { addKey } from "./connection.ts";
import type { InputField } from "./platform.ts";
import {
  choicesOperation,
  hookOperation,
  onlyType,
  pollEvents,
  readTypes,
  testConnection,
  typesField,
} from "./triggers.ts";

export interface ZapierStep {
  key: string;
  /** The record, such as Client. */
  noun: string;
  label: string;
  description: string;
  action: ConnectorAction;
  sample: unknown;
}

export interface ZapierDefinition {
  version: string;
  creates: readonly ZapierStep[];
  searches: readonly ZapierStep[];
  /** Find or create: the key of a search, and that of an action. */
  pairs: readonly { search: string; create: string; label: string; description: string }[];
  triggers: readonly (ConnectorTrigger & { key: string; noun: string; sample: unknown })[];
  choices: Readonly<Record<string, ChoiceSource>>;
}

/** The app as Zapier's platform reads it. */
export function createApp(definition: ZapierDefinition, platformVersion: string) {
  const { version, creates, searches, pairs, triggers, choices } = definition;
  return {
    version,
    platformVersion,
    authentication,
    beforeRequest: [addKey],
    creates: byKey(creates.map((step) => describeStep(step, performAction(step.action)))),
    searches: byKey(searches.map((step) => describeStep(step, performSearch(step.action)))),
    searchOrCreates: byKey(
      pairs.map(({ search, create, label, description }) => ({
        key: search,
        display: { label, description },
        search,
        create,
      })),
    ),
    triggers: byKey([
      ...triggers.map((trigger) => describeTrigger(trigger)),
      ...describeFeedTriggers(triggers[0]?.sample ?? {}),
      ...Object.entries(choices).map(([name, source]) => ({
        key: nameChoices(name),
        noun: "Choice",
        display: { label: `Choices: ${name}`, description: "Fills a drop-down.", hidden: true },
        operation: choicesOperation(source),
      })),
    ]),
  };
}

const byKey = <Part extends { key: string }>(parts: readonly Part[]) =>
  Object.fromEntries(parts.map((part) => [part.key, part]));

const authentication = {
  type: "custom",
  fields: [
    {
      key: "serverUrl",
      label: "Server URL",
      type: "string",
      required: true,
      helpText: "The address at which your firm opens Caseport, such as https://caseport.example.com.",
    },
    {
      key: "apiKey",
      label: "API Key",
      type: "password",
      required: true,
      helpText: "An API key, which a member of the firm creates in Caseport under API keys.",
    },
  ],
  test: testConnection,
  connectionLabel: "{{organization}}: {{key}} ({{prefix}})",
};

function describeStep<Operation>({ key, noun, label, description, action, sample }: ZapierStep, perform: Operation) {
  const inputFields = action.fields.map(describeField);
  return {
    key,
    noun,
    display: { label, description },
    operation: {
      inputFields: action.creates && action.idempotency !== "none" ? [...inputFields, idempotencyField] : inputFields,
      perform,
      sample,
    },
  };
}

const idempotencyField: InputField = {
  key: keyField,
  label: "Idempotency Key",
  type: "string",
  required: false,
  helpText:
    "What makes two runs the same: map the ID of the record that started the Zap. Runs with the same key make one record within a day. Without it, runs that send the same values make one record within a day. Each step of a Zap needs a value of its own.",
};

function describeField({ name, label, help, type, isRequired, choices, values }: ConnectorField): InputField {
  return {
    key: name,
    label,
    type: inputTypes[type],
    required: isRequired,
    ...(help !== "" && { helpText: help.slice(0, 1_000) }),
    ...(type === "texts" && { list: true }),
    ...(choices !== undefined && { dynamic: `${nameChoices(choices)}.id.label` }),
    ...(values !== undefined && { choices: Object.fromEntries(values.map((value) => [value, nameValue(value)])) }),
  };
}

const inputTypes: Readonly<Record<ConnectorField["type"], InputField["type"]>> = {
  text: "string",
  texts: "string",
  longText: "text",
  json: "text",
  date: "datetime",
  instant: "datetime",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  file: "file",
};

const nameChoices = (name: string) => `choices_${name}`;

function describeTrigger({ key, noun, label, description, eventType, sample }: ZapierDefinition["triggers"][number]) {
  return {
    key,
    noun,
    display: { label, description: `Triggers when this happens: ${description}` },
    operation: { ...hookOperation(label, onlyType(eventType)), sample },
  };
}

/** All events: at once by webhook, or by polling where the key allows no webhook hosts. */
function describeFeedTriggers(sample: unknown) {
  const inputFields: InputField[] = [
    {
      key: typesField,
      label: "Event Types",
      type: "string",
      required: false,
      list: true,
      dynamic: `${nameChoices("eventTypes")}.id.label`,
      helpText: "None: all events that the key can read.",
    },
  ];
  return [
    {
      key: "event",
      noun: "Event",
      display: { label: "New Event", description: "Triggers when an event of the chosen types happens." },
      operation: { ...hookOperation("New Event", readTypes), inputFields, sample },
    },
    {
      key: "event_feed",
      noun: "Event",
      display: {
        label: "New Event (Polling)",
        description: "Triggers when an event of the chosen types happened, for keys that allow no webhooks.",
      },
      operation: { type: "polling", inputFields, perform: pollEvents, sample },
    },
  ];
}
