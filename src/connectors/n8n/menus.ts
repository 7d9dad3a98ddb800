import { readChoices } from "../choices.ts";
import type { ChoiceSource } from "../description.ts";
import { openConnection, toNodeError } from "./connection.ts";
import type { Context, Platform } from "./platform.ts";

export interface MenuOption {
  name: string;
  value: string;
  description?: string;
}

export interface MenuPage {
  results: { name: string; value: string }[];
  paginationToken?: string;
}

/** At most so many pages of 100: n8n shows the whole menu at once. Longer lists are searched. */
const menuPages = 5;

/** The options of a drop-down. */
export async function loadMenu(context: Context, source: ChoiceSource, platform: Platform): Promise<MenuOption[]> {
  try {
    const connection = await openConnection(context, platform, true);
    const options: MenuOption[] = [];
    let after: string | null = null;
    for (let page = 0; page < menuPages && (page === 0 || after !== null); page += 1) {
      const { choices, next } = await readChoices(connection, source, { after });
      options.push(
        ...choices.map(({ label, value, description }) => ({
          name: label,
          value,
          ...(description !== undefined && { description }),
        })),
      );
      after = next;
    }
    return options;
  } catch (error) {
    throw toNodeError(context, platform, error);
  }
}

/** A page of a list that a person searches. */
export async function searchMenu(
  context: Context,
  source: ChoiceSource,
  platform: Platform,
  { search, after }: { search: string | undefined; after: string | undefined },
): Promise<MenuPage> {
  try {
    const connection = await openConnection(context, platform, true);
    const { choices, next } = await readChoices(connection, source, { search, after });
    return {
      results: choices.map(({ label, value }) => ({ name: label, value })),
      ...(next !== null && { paginationToken: next }),
    };
  } catch (error) {
    throw toNodeError(context, platform, error);
  }
}
