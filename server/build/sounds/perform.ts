import { addReverb } from './reverb.ts'

export const RATE = 44_100

/** Called for each sample in order; `time` is in seconds from the start of the note. */
export type Voice = (hz: number, duration: number) => (time: number) => number
/** Times in seconds; `volume` is relative to the other notes. */
type Note = { voice: Voice; hz: number; at: number; duration: number; volume: number }
/** `echo` is the reverb's share, 0-1; `after` seconds are added for it at the end. */
export type Score = { notes: Note[]; echo?: number; after?: number }

export function renderScore({ notes, echo = 0, after = 0 }: Score) {
  const seconds = Math.max(...notes.map(({ at, duration }) => at + duration)) + after
  const samples = new Float32Array(Math.ceil(seconds * RATE))
  for (const note of notes) add(samples, note)
  return echo > 0 ? addReverb(samples, echo) : samples
}

function add(samples: Float32Array, { voice, hz, at, duration, volume }: Note) {
  const first = Math.floor(at * RATE)
  const end = Math.min(samples.length, first + Math.ceil(duration * RATE))
  const sound = voice(hz, duration)
  for (let index = first; index < end; index++) {
    samples[index] = (samples[index] ?? 0) + volume * sound((index - first) / RATE)
  }
}

/** 'C5+E5 0.3 1.2 0.8' is a chord with start, duration and volume. */
export function parseNotes(voice: Voice, notation: string): Note[] {
  return notation.split('|').flatMap(text => {
    const [pitches = '', at, duration, volume = 1] = text.trim().split(' ')
    const note = { voice, at: Number(at), duration: Number(duration), volume: Number(volume) }
    return pitches.split('+').map(pitch => ({ ...note, hz: parsePitch(pitch) }))
  })
}

const SEMITONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

function parsePitch(pitch: string) {
  const [, letter = '', sign, octave] = /^([A-G])([#b]?)(\d)$/.exec(pitch) ?? []
  const semitone = SEMITONES[letter]
  if (semitone === undefined) throw new Error(`${pitch} is not a pitch such as C5, F#5 or Bb4`)
  const shift = sign === '#' ? 1 : sign === 'b' ? -1 : 0
  return 440 * 2 ** ((semitone + shift - 9) / 12 + Number(octave) - 4)
}
