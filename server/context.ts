import type { Database } from '#db/connection/open'
import type { Place } from '#domain/display/location'
import { PAIRINGS_ALLOWED } from '#domain/display/tv-pairing'
import type { Weather } from '#domain/display/weather'
import { type Listed, listedAt } from '#domain/time'
import { openSightings, type Sightings } from './actions/last-seen.ts'
import type { Log } from './observability/log.ts'
import type { Meters } from './observability/metrics.ts'
import { type Memory, openMemory } from './queries/read-cache.ts'
import type { Channel } from './realtime/channel.ts'
import { type AskingPace, openAskingPace } from './security/asking-pace.ts'
import { QRS_ALLOWED } from './security/qr-handshake.ts'
import { openSignInPace, type SignInPace } from './security/sign-in-pace.ts'
import { openTvTokens, type TvTokens } from './security/tokens.ts'
import type { BackupStore } from './storage/backup/backup-store.ts'
import type { MediaStore } from './storage/media-storage.ts'

/** What every action is handed: the database, the publisher, the clock, and this machine's own state. */
export type Clinic = Pick<Database, 'read' | 'write' | 'copy'> & {
  live: Channel
  log: Log
  meters: Meters
  mediaStore: MediaStore
  /** Null where the data is not this machine's to keep. */
  backupStore: BackupStore | null
  /** Ends politely and begins again on the backup that was made ready; the program puts its own way in. */
  startAnew(backup: string): Promise<void>
  /** Whether what is said here does not reach the other machines; whoever joins them puts his way in. */
  isCutOff(): boolean
  /** Now, as ISO 8601 in UTC. */
  now(): string
  timeZone: string
  /** What was read, kept until the next write. */
  remember: Memory
  signInPace: SignInPace
  tvTokens: TvTokens
  tvSightings: Sightings
  pairingPace: AskingPace
  qrPace: AskingPace
  cookieSecret: string
  /** Opens the metrics to others than this machine. */
  metricsToken?: string | undefined
  /** The newest weather that could be had, or null. */
  weatherAt(place: Place): Promise<Weather | null>
  /** The address that the clinic is reached by, where it is not the machine's own. */
  publicUrl?: string | undefined
  /** Addresses of proxies that are believed about whom they ask for. */
  proxies: readonly string[]
  isDemo: boolean
  /** True when this very write was done before, under the same Idempotency-Key. */
  isRepeated(): Promise<boolean>
}

type World = {
  database: Database
  live: Channel
  log: Log
  meters: Meters
  mediaStore: MediaStore
  backupStore?: BackupStore | null
  timeZone: string
  cookieSecret: string
  metricsToken?: string | undefined
  weatherAt: Clinic['weatherAt']
  publicUrl?: string | undefined
  now?: () => string
  proxies?: readonly string[]
  isDemo?: boolean
}

export function openClinic(given: World): Clinic {
  const {
    database,
    now = clock,
    isDemo = false,
    backupStore = null,
    proxies = [],
    ...world
  } = given
  return {
    ...world,
    backupStore,
    now,
    isDemo,
    proxies,
    read: database.read,
    write: database.write,
    copy: database.copy,
    remember: openMemory(database.version, now),
    signInPace: openSignInPace(),
    tvTokens: openTvTokens(),
    tvSightings: openSightings(),
    pairingPace: openAskingPace(PAIRINGS_ALLOWED, 'Too many codes were asked for'),
    qrPace: openAskingPace(QRS_ALLOWED, 'Too many QR codes were asked for'),
    isRepeated: async () => false,
    startAnew: async () => {},
    isCutOff: () => false,
  }
}

/** Now, by this machine's clock. */
export function clock() {
  return new Date().toISOString()
}

/** Whom the screens list at this moment. */
export function listedNow({ now, timeZone }: Clinic): Listed {
  return listedAt(now(), timeZone)
}
