import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Contact } from "./schema.ts";

type Names = {
  [Field in "firstName" | "middleName" | "lastName" | "suffix" | "companyName" | "doingBusinessAs"]?:
    | Contact[Field]
    | undefined;
};

/**
 * The display name of a person, or else the company's name.
 *
 * @throws VALIDATION_FAILED when the type's name is missing
 */
export function nameContact(type: string, names: Names): string {
  if (type !== "person") {
    const name = names.companyName ?? names.doingBusinessAs;
    if (name === undefined || name === null)
      throw invalidInput({ path: "companyName", message: "required unless the contact is a person" });
    return name;
  }
  const { firstName, middleName, lastName, suffix } = names;
  if ((firstName ?? lastName ?? null) === null)
    throw invalidInput({ path: "lastName", message: "required: a person must have a first or a last name" });
  return [firstName, middleName, lastName, suffix].filter((part) => part !== undefined && part !== null).join(" ");
}
