export interface TriedParameter {
  name: string;
  place: "path" | "query" | "header";
  required: boolean;
  example: string;
}

export interface TriedOperation {
  id: string;
  method: string;
  path: string;
  needsKey: boolean;
  changesRecords: boolean;
  parameters: readonly TriedParameter[];
  bodyExample: string | null;
}
