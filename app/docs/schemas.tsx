"use client";

import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import type { Schema } from "./document.ts";

const SchemasContext = createContext<Readonly<Record<string, Schema>>>({});

/** Holds the schemas that the page's operations refer to, each of them once, however often it is shown. */
export function SchemaHolder({ schemas, children }: { schemas: Readonly<Record<string, Schema>>; children: ReactNode }) {
  return <SchemasContext value={schemas}>{children}</SchemasContext>;
}

/** Finds what a schema refers to; any other schema is returned as it is. */
export function useFindSchema(): (schema: Schema) => Schema {
  const schemas = useContext(SchemasContext);
  return (schema) => (schema.$ref === undefined ? schema : (schemas[schema.$ref] ?? {}));
}
