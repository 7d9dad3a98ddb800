import type { DropdownMenuCheckboxItemProps, DropdownMenuItemProps } from "@radix-ui/react-dropdown-menu";
import type { ComponentProps, ReactElement, ReactNode } from "react";

export interface MenuProps {
  trigger: ReactElement<ComponentProps<"button">>;
  align?: "start" | "end";
  className?: string;
  /** MenuItems, MenuLabels, MenuSeparators, a MenuChoice. */
  children: ReactNode;
}

export interface MenuItemProps extends DropdownMenuItemProps {
  danger?: boolean;
}

export interface MenuChoiceProps {
  value: string;
  onValueChange: (value: string) => void;
  choices: readonly { value: string; label: ReactNode }[];
}

export type MenuCheckProps = DropdownMenuCheckboxItemProps;
