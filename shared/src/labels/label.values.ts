export const labelColours = [
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
  'brown',
  'grey',
] as const;
export type LabelColour = (typeof labelColours)[number];
