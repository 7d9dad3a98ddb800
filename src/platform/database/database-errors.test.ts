import { describe, expect, test } from "vitest";
import { isCheckViolation, isUniqueViolation } from "./database-errors.ts";

/** As pg throws it. */
const errorOf = (code: string, message: string, fields: object = {}) =>
  Object.assign(new Error(message), { code, ...fields });

describe("a violated constraint is known", () => {
  const duplicate = 'duplicate key value violates unique constraint "Folder_sibling_name_102927"';

  test("by its field, as PostgreSQL reports it", () => {
    expect(
      isUniqueViolation(errorOf("23505", "any text", { constraint: "Folder_sibling_name" }), "Folder_sibling_name"),
    ).toBe(true);
    expect(isUniqueViolation(errorOf("23505", duplicate, { constraint: "Folder_pkey" }), "Folder_sibling_name")).toBe(
      false,
    );
  });

  test("by its message, as a cluster passes it on from a node, without the number of the shard", () => {
    expect(isUniqueViolation(errorOf("23505", duplicate), "Folder_sibling_name")).toBe(true);
    expect(isUniqueViolation(errorOf("23505", duplicate), "Folder_sibling")).toBe(false);
    const shortened =
      'duplicate key value violates unique constraint "ContactRelationship_organizationId_contactId_ty_91fe91d7_102510"';
    expect(
      isUniqueViolation(errorOf("23505", shortened), "ContactRelationship_organizationId_contactId_type_relatedCo_key"),
    ).toBe(true);
    expect(isUniqueViolation(errorOf("23505", shortened), "ContactRelationship_organizationId_externalId_key")).toBe(
      false,
    );
    expect(isUniqueViolation(errorOf("23503", duplicate), "Folder_sibling_name")).toBe(false);
    expect(
      isCheckViolation(
        errorOf("23514", 'new row for relation "Folder_102927" violates check constraint "Folder_depth"'),
        /^Folder_/,
      ),
    ).toBe(true);
  });
});
