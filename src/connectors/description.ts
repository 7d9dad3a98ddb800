import type { HttpMethod } from "./transport.ts";

// What the generator writes into a connector, and its runtime reads: data alone, the same for every platform.

/** How a field is entered, and what is sent for it. `instant` is a time with its offset; `texts` is a list of texts. */
export type FieldType =
  | "text"
  | "longText"
  | "integer"
  | "number"
  | "boolean"
  | "date"
  | "instant"
  | "json"
  | "texts"
  | "file";

export interface ConnectorField {
  /** Unique in its action. That of a member of an object has two underscores: `address__city`. */
  name: string;
  place: "path" | "query" | "body";
  label: string;
  /** Empty where the label says it all. */
  help: string;
  type: FieldType;
  isRequired: boolean;
  /** Where its drop-down comes from: a name of `ConnectorDescription.choices`. */
  choices?: string;
  /** Its drop-down, where the values are few and no enumeration of /metadata. */
  values?: readonly string[];
}

export interface ConnectorAction {
  /** The operation of the API, such as `clients.create`. */
  operation: string;
  /** Below /api/v1. */
  path: string;
  method: HttpMethod;
  fields: readonly ConnectorField[];
  /**
   * `header`: it takes effect once for each X-Idempotency-Key. `externalId`: it takes no key, and makes one record for
   * each external ID. `none`: it reads, or its repetition writes the same values.
   */
  idempotency: "header" | "externalId" | "none";
  /** Whether each run makes a record of its own. */
  creates: boolean;
  /** Whether an attempt without a response may be repeated. */
  canRepeat: boolean;
  /** The member of the response that holds a list's records, or null. */
  items: string | null;
  /** The member of the response that holds the record, or null if it has several. */
  record: string | null;
}

/** A drop-down: the values of an enumeration, or the records of a list. */
export interface ChoiceSource {
  /** Below /api/v1. */
  path: string;
  kind: "enumeration" | "list";
  /** The member of the response with the records of a list. */
  items: string;
  /** The query parameter that searches the list, or null. */
  search: string | null;
}

export interface ConnectorTrigger {
  eventType: string;
  /** Such as `Case Stage Changed`. */
  label: string;
  /** A sentence. */
  description: string;
}
