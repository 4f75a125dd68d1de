/** Words in braces are filled in. The other languages have the same keys. */
export const en = {
  start: 'Take your number',
  closed: 'Closed now. Open from {from} to {to}.',
  counter: 'Please go to the counter',
  why: 'What do you come for?',
  other: 'Something else',
  queueGone: 'This is not available now. Please choose again.',
  who: 'What is your name?',
  nameOptional: 'You can leave it out.',
  name: 'Name',
  cut: 'Names are cut at {max} characters.',
  nameNeeded: 'Please type your name.',
  take: 'Take my number',
  withoutName: 'Without a name',
  back: 'Back',
  wait: 'One moment',
  yourNumber: 'Your number',
  seat: 'Please take a seat. We will call this number.',
  scan: 'Scan to see when it is your turn',
  printed: 'Please take your ticket.',
  done: 'Done',
}

export type KioskSentences = Record<keyof typeof en, string>
