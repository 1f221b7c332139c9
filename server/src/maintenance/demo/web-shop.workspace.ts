import { checkout } from './checkout.project';
import type { DemoProject, DemoWorkspace } from './demo.types';

const mobileApp: DemoProject = {
  name: 'Mobile app',
  description: 'The app for owners: service book, ride log and spare parts that fit.',
  members: { tom: 'member', kenji: 'maintainer', priya: 'member' },
  tasks: {
    BACKLOG: [
      { title: 'Dark map tiles for night rides', priority: 'LOW', who: ['kenji'], estimate: 240 },
      { title: 'Widget with the next service date', priority: 'TRIVIAL', estimate: 360 },
      { title: 'Export rides as GPX', priority: 'MEDIUM', who: ['tom'], estimate: 180 },
    ],
    READY: [
      {
        title: 'Ask for location only when a ride starts',
        priority: 'HIGH',
        who: ['kenji'],
        estimate: 90,
        due: 2,
      },
      {
        title: 'Scan the frame number with the camera',
        priority: 'MEDIUM',
        who: ['tom', 'priya'],
        estimate: 360,
        due: 10,
      },
      {
        title: 'Shorter texts on the first three screens',
        priority: 'MEDIUM',
        who: ['maya'],
        estimate: 60,
        due: 4,
      },
    ],
    IN_PROGRESS: [
      {
        title: 'Service reminders as push messages',
        priority: 'HIGH',
        who: ['kenji', 'maya'],
        estimate: 480,
        spent: 260,
        due: 3,
        text: 'One reminder two weeks ahead, one on the day. Never at night: use the time zone of the phone.',
      },
      {
        title: 'Spare parts list from the frame number',
        priority: 'MEDIUM',
        who: ['priya'],
        estimate: 240,
        spent: 90,
      },
    ],
    WAITING: [
      { title: 'Store review of version 2.4', priority: 'CRITICAL', who: ['tom'], due: -2, spent: 15 },
    ],
    REVIEW: [
      {
        title: 'Battery drain while a ride is paused',
        priority: 'CRITICAL',
        who: ['kenji'],
        estimate: 180,
        spent: 210,
        due: 0,
      },
    ],
    TEST: [
      {
        title: 'Sign in with a link instead of a password',
        priority: 'HIGH',
        who: ['tom', 'kenji'],
        estimate: 240,
        spent: 250,
        due: 1,
      },
    ],
    DONE: [
      {
        title: 'Crash when the ride list is empty',
        priority: 'CRITICAL',
        who: ['kenji'],
        estimate: 30,
        spent: 25,
        due: -5,
      },
      {
        title: 'Screenshots for the store page',
        priority: 'LOW',
        who: ['priya', 'maya'],
        estimate: 120,
        spent: 130,
        due: -3,
      },
    ],
    ARCHIVE: [
      { title: 'Drop support for phones older than six years', priority: null, who: ['kenji'], due: -30 },
    ],
  },
};

const search: DemoProject = {
  name: 'Search',
  description: 'Find the right bicycle by how one rides, not by its article number.',
  members: { ines: 'maintainer', priya: 'member', jonas: 'member' },
  tasks: {
    BACKLOG: [
      {
        title: 'Compare up to three bicycles side by side',
        priority: 'MEDIUM',
        who: ['ines'],
        estimate: 720,
      },
      { title: 'Typing errors in brand names', priority: 'LOW', estimate: 240 },
    ],
    READY: [
      {
        title: 'Filter by body height instead of frame size',
        priority: 'HIGH',
        who: ['ines', 'jonas'],
        estimate: 240,
        due: 5,
      },
      {
        title: 'Weight of every model, also with mudguards',
        priority: 'LOW',
        who: ['jonas'],
        estimate: 180,
        due: 14,
      },
    ],
    IN_PROGRESS: [
      {
        title: 'Results without reloading the page',
        priority: 'MEDIUM',
        who: ['ines'],
        estimate: 360,
        spent: 120,
        due: 2,
      },
    ],
    REVIEW: [
      {
        title: 'Words that customers use: “city bike”, “Dutch bike”',
        priority: 'MEDIUM',
        who: ['priya', 'maya'],
        estimate: 60,
        spent: 45,
      },
    ],
    DONE: [
      {
        title: 'Sold-out sizes go to the end of the list',
        priority: 'HIGH',
        who: ['ines'],
        estimate: 60,
        spent: 80,
        due: -2,
      },
    ],
  },
};

export const webShop: DemoWorkspace = {
  name: 'Web shop',
  description: 'Everything that customers of Marlow Cycles see on a screen.',
  creator: 'maya',
  members: { tom: 'maintainer', ines: 'member', kenji: 'member', priya: 'member', jonas: 'member' },
  labels: { Bug: 'red', Feature: 'blue', Design: 'purple', Support: 'orange' },
  projects: [checkout, mobileApp, search],
};
