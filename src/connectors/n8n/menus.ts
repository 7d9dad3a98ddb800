import { readChoices } from "../choices.ts";
import type { ChoiceSource } from "../description.ts";
import { withConnection } from "./connection.ts";
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
export function loadMenu(context: Context, source: ChoiceSource, platform: Platform): Promise<MenuOption[]> {
  return withConnection(context, platform, async (connection) => {
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
  });
}

/** A page of a list that a person searches. */
export function searchMenu(
  context: Context,
  source: ChoiceSource,
  platform: Platform,
  { search, after }: { search: string | undefined; after: string | undefined },
): Promise<MenuPage> {
  return withConnection(context, platform, async (connection) => {
    const { choices, next } = await readChoices(connection, source, { search, after });
    return {
      results: choices.map(({ label, value }) => ({ name: label, value })),
      ...(next !== null && { paginationToken: next }),
    };
  });
}
