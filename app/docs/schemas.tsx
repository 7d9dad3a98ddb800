"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { Schema } from "../../src/reference/document.ts";

const SchemasContext = createContext<Readonly<Record<string, Schema>>>({});

/** The schemas that the page refers to, each sent once. */
export function SchemaHolder({
  schemas,
  children,
}: {
  schemas: Readonly<Record<string, Schema>>;
  children: ReactNode;
}) {
  return <SchemasContext value={schemas}>{children}</SchemasContext>;
}

/** Resolves a $ref; returns any other schema unchanged. */
export function useFindSchema(): (schema: Schema) => Schema {
  const schemas = useContext(SchemasContext);
  return (schema) => (schema.$ref === undefined ? schema : (schemas[schema.$ref] ?? {}));
}
