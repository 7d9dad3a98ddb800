import type { ReactNode } from "react";
import { catalog, rich } from "../../client/catalog.ts";
import { plural } from "../plural.ts";

export const createBar = catalog({
  wasNotCreated: (noun: string) => `The ${noun} was not created`,
  fieldsNeedAttention: (faults: number) => plural(faults, "# field needs attention.", "# fields need attention."),
  cancel: "Cancel",
  create: (noun: string) => `Create ${noun}`,
});

export const field = catalog({ optional: " (optional)" });

/** The sign-in screens show it, too. */
export const passwordInputStrings = {
  en: ["Show password", "Hide password"],
  es: ["Mostrar la contraseña", "Ocultar la contraseña"],
} as const;

export const saveBar = catalog({
  unsavedChanges: "Unsaved changes",
  someFieldsNeedAttention: "Some fields need attention.",
  noChanges: "No changes",
  discardChanges: "Discard changes",
  saveChanges: "Save changes",
});

export const secretInput = catalog({ show: (what: string) => `Show ${what}` });

export const why = catalog({
  title: "Why this field exists (new tab)",
  why: (of: ReactNode) => rich`Why? ${of} (new tab)`,
});
