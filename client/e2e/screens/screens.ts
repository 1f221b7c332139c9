import { accountScreens } from './account.screens';
import { boardScreens } from './board.screens';
import type { Screen } from './screen';
import { taskScreens } from './task.screens';
import { teamScreens } from './team.screens';

/** Every route of the specification's section 2, the product's other pages, and what opens on them. */
export const screens: readonly Screen[] = [
  ...accountScreens,
  ...teamScreens,
  ...boardScreens,
  ...taskScreens,
];
