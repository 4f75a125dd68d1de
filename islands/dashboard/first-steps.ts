import type { FirstStep } from '#domain/getting-started'

type StepText = { title: string; text: string; link?: { href: string; label: string } }

export const PARTS: { title: string; steps: FirstStep[] }[] = [
  { title: 'Password', steps: ['clock', 'password'] },
  { title: 'Rooms', steps: ['people', 'rooms'] },
  { title: 'A TV', steps: ['tv', 'sound'] },
  { title: 'TV design', steps: ['look'] },
  { title: 'Backup', steps: ['backup', 'trial'] },
]

export const STEP_TEXTS: Record<FirstStep, StepText> = {
  clock: { title: 'The clock', text: '' },
  password: {
    title: 'Set your password',
    text: 'You are still using the first password, and someone may have written it down.',
    link: { href: '/account', label: 'Change Password' },
  },
  people: {
    title: 'Staff accounts',
    text: 'Give each staff member their own username and password.',
    link: { href: '/administration', label: 'Add users' },
  },
  rooms: {
    title: 'Rooms',
    text: 'Use the names on the doors. The TV shows and says them. Several doctors or services? Add queues below.',
    link: { href: '/management', label: 'Name the rooms' },
  },
  tv: {
    title: 'A TV',
    text: 'Displays shows the address to open in the browser of the TV. The TV then shows a code: enter it in Displays. A kiosk, where patients take their number, is connected the same way.',
    link: { href: '/displays', label: 'Connect the TV' },
  },
  sound: {
    title: 'Test call',
    text: 'Register a test patient, call them from Queue Management, and check that the TV plays the call. No sound? Press OK on the TV remote once.',
    link: { href: '/register', label: 'Register a patient' },
  },
  look: {
    title: 'TV design',
    text: 'The name of your clinic, its logo, pictures and colors.',
    link: { href: '/settings?section=look', label: 'Open Settings' },
  },
  backup: {
    title: 'A backup',
    text: 'Backups run every night. Make the first one now and save it to a USB stick.',
    link: { href: '/management', label: 'Back up now' },
  },
  trial: {
    title: 'Go live',
    text: 'Practise with test patients as long as you like. Then reset the queue to start again at #001.',
    link: { href: '/queue', label: 'Reset the queue' },
  },
}
