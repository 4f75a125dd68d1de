import type { FirstStep } from '#domain/getting-started'

type StepText = { title: string; text: string; link?: { href: string; label: string } }

/** The five parts of the bar, in the order of the steps. */
export const PARTS: { title: string; steps: FirstStep[] }[] = [
  { title: 'Password', steps: ['clock', 'password'] },
  { title: 'Rooms', steps: ['people', 'rooms'] },
  { title: 'A TV', steps: ['tv', 'sound'] },
  { title: 'The look', steps: ['look'] },
  { title: 'Backup', steps: ['backup', 'trial'] },
]

export const STEP_TEXTS: Record<FirstStep, StepText> = {
  clock: { title: 'The clock', text: '' },
  password: {
    title: 'Your own password',
    text: 'The first password is still in use, and it may lie somewhere on paper.',
    link: { href: '/account', label: 'Change Password' },
  },
  people: {
    title: 'People',
    text: 'Give everybody who works here a username and a password of their own.',
    link: { href: '/administration', label: 'Add Users' },
  },
  rooms: {
    title: 'Rooms',
    text: 'Name them as the signs on the doors do: the TV shows and speaks these names. For several doctors or services, add queues below them.',
    link: { href: '/management', label: 'Name the Rooms' },
  },
  tv: {
    title: 'A TV',
    text: 'Displays shows the address to open in the browser of the TV. The TV then shows a code: enter it in Displays. A kiosk, where patients take their number, is connected the same way.',
    link: { href: '/displays', label: 'Connect the TV' },
  },
  sound: {
    title: 'A call that is heard',
    text: 'Register a patient with an invented name, call them in Queue Management, and listen to the TV. If it stays silent, press OK on its remote control once.',
    link: { href: '/register', label: 'Register a Patient' },
  },
  look: {
    title: 'The look',
    text: 'The name of your clinic, its logo, pictures and colors.',
    link: { href: '/settings?section=look', label: 'Open Settings' },
  },
  backup: {
    title: 'A backup',
    text: 'One is made every night. Make the first one now, and download it to a USB stick.',
    link: { href: '/management', label: 'Make a Backup' },
  },
  trial: {
    title: 'The end of the trial',
    text: 'Try whatever you like with invented patients. Then reset the queue: the next patient gets #001.',
    link: { href: '/queue', label: 'Reset the Queue' },
  },
}
