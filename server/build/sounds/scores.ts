import type { PresetKey } from '#domain/settings/sounds'
import { bell, glockenspiel, kettledrum, marimba, vibraphone } from './bells'
import { cymbal, drop, whoosh } from './noise'
import { parseNotes, type Score } from './perform'
import { flute, organ, trumpet, trumpets } from './winds'

/** Composed for this program: friendly, and short enough to end before the next call. */
export const SCORES: Record<PresetKey, Score> = {
  notification_sound: {
    notes: [
      { voice: bell, hz: 659.25, at: 0, duration: 1.2, volume: 0.85 },
      { voice: bell, hz: 523.25, at: 0.45, duration: 1.5, volume: 0.85 },
    ],
  },
  subway_chime: {
    notes: parseNotes(organ, 'F#5 0 0.42 | A5 0.34 0.42 | D5 0.68 0.95'),
    echo: 0.12,
    after: 0.3,
  },
  header_tone: {
    notes: parseNotes(organ, 'A4+E5 0 0.3 0.8 | B4+F#5 0.26 0.3 0.9 | E5+B5 0.52 1.1'),
    echo: 0.15,
    after: 0.3,
  },
  airport_chime: {
    notes: parseNotes(vibraphone, 'Bb4 0 1.4 | F5 0.26 1.4 | D5 0.52 1.4 | G5 0.78 1.7'),
    echo: 0.25,
    after: 0.5,
  },
  airport_call: {
    notes: [
      ...parseNotes(vibraphone, 'A4+C#5 0 1.5 | E5+A5 0.55 1.9'),
      ...parseNotes(organ, 'A4 0 0.7 0.25 | E5 0.55 1.5 0.25'),
    ],
    echo: 0.3,
    after: 0.5,
  },
  airport_ding_1569: {
    notes: parseNotes(bell, 'G5 0 2.2 | G4 0 2.2 0.3'),
    echo: 0.16,
    after: 0.3,
  },
  melodic_airport_ding_1570: {
    notes: parseNotes(
      vibraphone,
      'D5 0 1.1 | A5 0.2 1.1 | F#5 0.4 1.1 | B5 0.6 1.1 | G5 0.9 1.1 | D5+A5 1.2 1.6',
    ),
    echo: 0.25,
    after: 0.4,
  },
  flute_phone_alert_2316: {
    notes: parseNotes(
      flute,
      'E5 0 0.14 | G5 0.12 0.14 | B5 0.24 0.5 | E5 0.86 0.14 | G5 0.98 0.14 | B5 1.1 0.16 | D6 1.24 0.85',
    ),
    echo: 0.18,
    after: 0.4,
  },
  happy_bells_937: {
    notes: [
      ...parseNotes(
        glockenspiel,
        'G5 0 0.9 | B5 0.14 0.9 | D6 0.28 0.9 | C6 0.56 0.9 | E6 0.7 0.9',
      ),
      ...parseNotes(glockenspiel, 'D6 0.98 0.9 | B5 1.12 0.9 | G5+D6 1.4 1.3'),
    ],
    echo: 0.15,
    after: 0.3,
  },
  orchestra_trumpets_triumphant_2285: {
    notes: [
      ...parseNotes(
        trumpets,
        'Eb4+G4+Bb4 0 0.2 0.8 | F4+Bb4+D5 0.22 0.2 0.85 | G4+Bb4+Eb5 0.44 0.5 0.9',
      ),
      ...parseNotes(trumpets, 'Ab4+C5+F5 0.96 0.42 0.95 | Bb4+Eb5+G5 1.4 1.5'),
      ...parseNotes(kettledrum, 'Eb3 0.44 0.8 1.5 | Bb2 0.96 0.5 1.5 | Eb3 1.4 1.6 2.5'),
      ...parseNotes(cymbal, 'C8 1.4 1.7 1'),
    ],
    echo: 0.25,
    after: 0.3,
  },
  orchestra_trumpets_ending_2292: {
    notes: [
      ...parseNotes(
        trumpets,
        'A4+C5+F5 0 0.55 0.9 | G4+D5+F5 0.55 0.55 0.85 | G4+C5+E5 1.1 0.65 0.9',
      ),
      ...parseNotes(trumpets, 'F4+A4+C5+F5 1.78 1.25'),
      ...parseNotes(
        kettledrum,
        'C3 1.1 0.7 1.5 | C3 1.45 0.5 1.2 | C3 1.6 0.4 1.5 | F2 1.78 1.3 3',
      ),
    ],
    echo: 0.28,
    after: 0.35,
  },
  software_remove_2576: {
    notes: [
      ...parseNotes(whoosh, 'C7 0 0.5 0.5'),
      ...parseNotes(drop, 'A5 0 0.35'),
      ...parseNotes(marimba, 'E5 0.34 0.7 | A4 0.52 0.85'),
    ],
    echo: 0.15,
    after: 0.15,
  },
  trumpet_fanfare_2293: {
    notes: [
      ...parseNotes(trumpet, 'D5 0 0.15 0.9 | D5 0.16 0.15 0.8 | A4 0.32 0.15 0.8 | D5 0.48 0.42'),
      ...parseNotes(
        trumpet,
        'F#5 0.92 0.15 0.9 | E5 1.08 0.15 0.85 | F#5 1.24 0.15 0.9 | A5 1.4 1.1',
      ),
    ],
    echo: 0.25,
    after: 0.4,
  },
}
