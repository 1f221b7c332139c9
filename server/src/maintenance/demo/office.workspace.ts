import type { DemoWorkspace } from './demo.types';

export const office: DemoWorkspace = {
  name: 'Office',
  description: 'What has to be done besides bicycles.',
  creator: 'maya',
  members: { tom: 'member', priya: 'member' },
  projects: [
    {
      name: 'New studio',
      description: 'We move to the old rope works at the end of next month.',
      members: { tom: 'member', priya: 'maintainer' },
      tasks: {
        BACKLOG: [{ title: 'House-warming with the neighbours', priority: 'TRIVIAL', who: ['priya'] }],
        READY: [
          {
            title: 'Label the shelves before they are taken apart',
            priority: 'MEDIUM',
            who: ['tom', 'priya'],
            estimate: 120,
            due: 6,
          },
          {
            title: 'Change of address: bank, insurance, suppliers',
            priority: 'HIGH',
            who: ['maya'],
            estimate: 90,
            due: 9,
          },
          {
            title: 'Talk about salaries for next year',
            priority: 'HIGH',
            who: ['maya'],
            due: 7,
            private: true,
          },
        ],
        IN_PROGRESS: [
          {
            title: 'Floor plan: who sits where',
            priority: 'MEDIUM',
            who: ['priya', 'maya'],
            estimate: 60,
            spent: 30,
            due: 1,
            text: 'Wishes so far: Kenji by the window, the workbench away from the kitchen, one quiet room.',
          },
        ],
        WAITING: [
          { title: 'Internet line: date of the technician', priority: 'CRITICAL', who: ['tom'], due: -1 },
        ],
        DONE: [
          { title: 'Sign the lease', priority: 'CRITICAL', who: ['maya'], estimate: 30, spent: 60, due: -12 },
          {
            title: 'Three offers from movers',
            priority: 'MEDIUM',
            who: ['priya'],
            estimate: 60,
            spent: 75,
            due: -4,
          },
        ],
      },
    },
    {
      name: 'Hiring',
      description: 'A mechanic for the counter and someone for customer support.',
      members: { priya: 'member' },
      tasks: {
        READY: [
          {
            title: 'Advert for the mechanic',
            priority: 'HIGH',
            who: ['maya', 'priya'],
            estimate: 60,
            due: 2,
          },
        ],
        IN_PROGRESS: [
          {
            title: 'First talks: support',
            priority: 'MEDIUM',
            who: ['priya'],
            estimate: 180,
            spent: 120,
            due: 3,
          },
        ],
        DONE: [{ title: 'Agree on the two roles', priority: 'MEDIUM', who: ['maya'], spent: 45, due: -10 }],
      },
    },
  ],
};
