import { createFilterOptions, type FilterOptionsState } from '@mui/material/useAutocomplete';

/** Typing finds the others; a list of thousands takes seconds to draw. */
const SHOWN_AT_ONCE = 100;

/** The first options that contain what is typed, for MUI's Autocomplete. */
export const firstOptions: <Option>(options: Option[], state: FilterOptionsState<Option>) => Option[] =
  createFilterOptions({ limit: SHOWN_AT_ONCE });
