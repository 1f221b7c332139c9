import type { DemoProject, DemoWorkspace } from './demo.types';

const repairs: DemoProject = {
  name: 'Repairs',
  description:
    'The repair counter in Harbour Street: what comes in, what waits for parts, what can be fetched.',
  members: { jonas: 'maintainer', priya: 'member', maya: 'member' },
  tasks: {
    BACKLOG: [
      { title: 'Second truing stand', priority: 'LOW', who: ['jonas'] },
      { title: 'Price list for e-bike motors', priority: 'MEDIUM', who: ['tom'], estimate: 120 },
    ],
    READY: [
      {
        title: 'Cargo bike of the bakery: new brake pads',
        priority: 'HIGH',
        who: ['jonas'],
        estimate: 60,
        due: 1,
      },
      {
        title: 'Children’s bikes for the school fair: safety check',
        priority: 'MEDIUM',
        who: ['jonas', 'priya'],
        estimate: 180,
        due: 4,
      },
      { title: 'Order 20 inner tubes, 28 inch', priority: 'LOW', who: ['tom'], estimate: 5, due: 0 },
    ],
    IN_PROGRESS: [
      {
        title: 'Gear hub rattles in fifth',
        priority: 'MEDIUM',
        who: ['jonas'],
        estimate: 90,
        spent: 35,
        due: 0,
        text: 'Customer rides to work with it and would like it back by Friday. Lend them the blue one if it takes longer.',
      },
      {
        title: 'Write down how we check carbon forks',
        priority: 'HIGH',
        who: ['tom', 'jonas'],
        estimate: 120,
        spent: 60,
        due: 3,
      },
    ],
    WAITING: [
      {
        title: 'Battery for the 2019 tourer',
        priority: 'HIGH',
        who: ['jonas'],
        due: -4,
        text: 'The dealer promised it for last week. Call again on Tuesday.',
      },
      { title: 'Customer’s answer on the bent frame', priority: 'LOW', who: ['priya'], due: 2 },
    ],
    TEST: [
      {
        title: 'Test ride: tandem with new bottom bracket',
        priority: 'MEDIUM',
        who: ['tom', 'maya'],
        estimate: 30,
        spent: 20,
        due: 0,
      },
    ],
    DONE: [
      {
        title: 'Winter check for the courier fleet',
        priority: 'CRITICAL',
        who: ['jonas', 'tom'],
        estimate: 480,
        spent: 465,
        due: -2,
      },
      {
        title: 'Sharpen the cable cutters',
        priority: 'TRIVIAL',
        who: ['jonas'],
        estimate: 10,
        spent: 10,
        due: -7,
      },
    ],
  },
};

const touring: DemoProject = {
  name: 'Touring',
  description: 'The new touring frame, from the drawing to the first twenty.',
  members: { maya: 'viewer', ines: 'member', jonas: 'member' },
  tasks: {
    BACKLOG: [{ title: 'Belt drive as an option', priority: 'MEDIUM', who: ['jonas'], estimate: 960 }],
    READY: [
      {
        title: 'Two more samples from the tube supplier',
        priority: 'HIGH',
        who: ['tom'],
        estimate: 30,
        due: 6,
      },
      { title: 'Colours: forest, slate, or both?', priority: 'MEDIUM', who: ['ines', 'tom'], due: 5 },
    ],
    IN_PROGRESS: [
      {
        title: 'Rack mounts that take 30 kilograms',
        priority: 'HIGH',
        who: ['jonas'],
        estimate: 480,
        spent: 300,
        due: 2,
      },
    ],
    WAITING: [{ title: 'Fatigue test at the institute', priority: 'CRITICAL', who: ['tom'], due: 11 }],
    REVIEW: [
      {
        title: 'Drawing of the 52 cm frame',
        priority: 'HIGH',
        who: ['jonas', 'tom'],
        estimate: 240,
        spent: 260,
        due: -1,
      },
    ],
    DONE: [
      { title: 'Choose the dynamo hub', priority: 'MEDIUM', who: ['tom'], estimate: 60, spent: 90, due: -9 },
    ],
  },
};

export const workshop: DemoWorkspace = {
  name: 'Workshop',
  description: 'Frames, wheels and repairs.',
  creator: 'tom',
  members: { maya: 'member', ines: 'member', priya: 'member', jonas: 'maintainer' },
  projects: [repairs, touring],
};
