export const SECTIONS = {
  media: { name: 'Media', title: 'Media Management', cards: ['Media'] },
  look: {
    name: 'Look',
    title: 'Theme and Color Settings',
    cards: [
      ...['Clinic Name', 'Clinic Logo', 'Header Display', 'Clinic Name Text'],
      ...['Current Call Display', 'Highlight Box for patient calling', 'Prayer Times Display'],
      ...['Weather Display', 'Queue List Display'],
    ],
  },
  information: {
    name: 'Information',
    title: 'Information Display Settings',
    cards: ['Languages', 'Prayer Times', 'Weather', 'Location', 'Marquee'],
  },
  queue: {
    name: 'Queue',
    title: 'Queue Settings',
    cards: [
      'Order of Calling',
      'Requeue with a Time',
      'Tickets',
      'Appointments',
      'Kiosk',
      'Reports',
      'First Steps',
    ],
  },
  sound: { name: 'Sound', title: 'Audio Settings', cards: ['Audio'] },
  privacy: { name: 'Privacy', title: 'Privacy Settings', cards: ['Names'] },
  programs: { name: 'Connected systems', title: 'Connected systems', cards: [] },
} as const
export type SectionId = keyof typeof SECTIONS
export type CardTitle = (typeof SECTIONS)[SectionId]['cards'][number]

export const ABOUT: Partial<Record<CardTitle, string>> = {
  Languages:
    'The TV shows its own words (CALLING, the date) in these languages. Names, rooms and the marquee stay as they are typed.',
  Marquee: 'Scrolling text below the fullscreen display.',
  'Order of Calling':
    'For Call next on the Queue and Dispensary screens. Call on a row always calls that patient.',
  'Requeue with a Time':
    'The desk chooses one of these, and the patient returns to the queue when the time is over.',
  Tickets:
    'A patient scans the code of their ticket, and their phone shows how many are before them and when they are called. A ticket has no name.',
  Appointments: "Reception uploads the day's list in Patient Register and checks patients in.",
  Kiosk:
    'For all kiosks: patients take their number themselves. Leave both times empty if they are always open.',
  Reports: 'Reports show how many patients came, and how long they waited. They have no names.',
  'First Steps': 'Setup checklist on the Dashboard, for administrators.',
  Names:
    'Older names and reasons are permanently deleted every night. Numbers, times and rooms are kept for reports.',
}
