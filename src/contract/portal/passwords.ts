/** How long a person's password is: the screens say it, the server sees to it. */
export const leastPasswordLength = 12;
export const mostPasswordLength = 128;
