import { computed, signal } from '@preact/signals-react'
import type { Room } from '#domain/rooms/room'
import type { PlaceType } from '#domain/rooms/spoken-place'
import { type Clip, type ClipName, toRoomClip } from '#domain/voice/clips'
import type { VoiceLanguage } from '#domain/voice/languages'
import { api, unwrap } from '../data/api.ts'
import { createMutations, type WriteHeaders } from '../data/mutation.ts'
import { query } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'
import { getVoiceUrl } from '../sound/speaker-on-demand.ts'
import { toClip, UnusableSound } from './recording.ts'

const SAMPLE_LABEL = '102'

type Recording = { language: VoiceLanguage; clip: string }

export function createVoiceModel(initial: Room[]) {
  const rooms = query('rooms', () => unwrap(api.windows.$get()), initial, { every: null })
  const recordings = query<Recording[]>('recordings', fetchRecordings, [], { every: null })
  const language = signal<VoiceLanguage>('ms')
  const choices = signal<Pick<Room, 'id' | 'spokenAs'>[]>([])
  const shownRooms = computed(() =>
    rooms.data.value.map(room => ({
      ...room,
      ...choices.value.findLast(({ id }) => id === room.id),
    })),
  )
  const { busy, mutate } = createMutations<string>(() =>
    Promise.all([rooms.refetch(), recordings.refetch()]),
  )
  let changes: Promise<unknown> = Promise.resolve()
  let playing: HTMLAudioElement | null = null

  /** Changes are saved one after the other. */
  function change(
    clip: string,
    done: string,
    send: (headers: WriteHeaders) => Promise<unknown>,
  ): Promise<unknown> {
    const failed = (cause: unknown) =>
      cause instanceof UnusableSound ? cause.message : 'Failed to save the voice.'
    changes = changes.then(() => mutate({ keys: [clip], done: [done], failed, send }))
    return changes
  }

  const param = (clip: string) => ({ language: language.value, clip })

  return {
    rooms,
    shownRooms,
    recordings,
    language,
    busy: computed(() => [...busy.value][0] ?? null),
    isRecorded: (clip: string) =>
      recordings.data.value.some(one => one.clip === clip && one.language === language.value),
    getRoomUrl: (room: Room) => getVoiceUrl({ label: SAMPLE_LABEL, room }, language.value),
    getClipUrl: (clip: Clip) => `/api/voice/${language.value}/clips/${clip}.mp3`,
    play(url: string) {
      playing?.pause()
      // Browsers replay a cached sound without checking for changes.
      playing = new Audio(`${url}${url.includes('?') ? '&' : '?'}t=${Date.now()}`)
      playing.play().catch((cause: Error) => {
        // An AbortError only means that the next sound has started.
        if (cause.name !== 'AbortError') toastError('Error', 'This could not be played.')
      })
    },
    choose(room: Room, spokenAs: PlaceType | null) {
      const path = { param: { id: String(room.id) }, json: { spokenAs } }
      const chosen = { id: room.id, spokenAs }
      choices.value = [...choices.value, chosen]
      return change(toRoomClip(room.id), 'Room successfully updated', headers =>
        unwrap(api.windows[':id'].voice.$put(path, headers)),
      ).then(() => {
        choices.value = choices.value.filter(one => one !== chosen)
      })
    },
    record(clip: ClipName, file: File) {
      // Keeps the current language, because the user may choose another before the save.
      const key = param(clip)
      return change(clip, 'Recording saved', async headers => {
        const path = { param: key, form: { file: await toClip(file) } }
        await unwrap(api.voice.recordings[':language'][':clip'].$put(path, headers))
      })
    },
    remove(clip: ClipName) {
      const path = { param: param(clip) }
      return change(clip, 'Recording removed', headers =>
        unwrap(api.voice.recordings[':language'][':clip'].$delete(path, headers)),
      )
    },
  }
}

export type VoiceModel = ReturnType<typeof createVoiceModel>

function fetchRecordings() {
  return unwrap(api.voice.recordings.$get())
}
