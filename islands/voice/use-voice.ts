import { useRef, useState } from 'react'
import type { Room } from '#domain/rooms/room'
import type { PlaceType } from '#domain/rooms/spoken-place'
import { type ClipName, toRoomClip } from '#domain/voice/clips'
import type { VoiceLanguage } from '#domain/voice/languages'
import { api, toPath, unwrap } from '../data/api.ts'
import { useResource, useWrites } from '../data/resource.ts'
import { toastError } from '../data/toasts.ts'
import { toClip } from './recording.ts'

type Recording = { language: VoiceLanguage; clip: string }
type Change = Parameters<ReturnType<typeof useWrites<string>>['mutate']>[0]

export type Voice = ReturnType<typeof useVoice>

export function useVoice(initial: Room[]) {
  const loadRooms = () => unwrap(api.windows.$get())
  const rooms = useResource('rooms', loadRooms, initial, { every: null })
  const loadRecordings = () => unwrap(api.voice.recordings.$get())
  const recordings = useResource<Recording[]>('recordings', loadRecordings, [], { every: null })
  const refetch = () => Promise.all([rooms.refetch(), recordings.refetch()])
  const { busy, mutate } = useWrites<string>(refetch)
  const [language, setLanguage] = useState<VoiceLanguage>('ms')
  const [choices, setChoices] = useState<Pick<Room, 'id' | 'spokenAs'>[]>([])
  const changes = useRef<Promise<unknown>>(Promise.resolve())
  const playing = useRef<HTMLAudioElement>(null)

  /** Changes are saved one after the other. */
  function change(clip: ClipName, done: string, send: Change['send']) {
    const failed = 'Failed to save the voice.'
    changes.current = changes.current.then(() =>
      mutate({ keys: [clip], done: [done], failed, send }),
    )
    return changes.current
  }

  async function choose({ id }: Room, spokenAs: PlaceType | null) {
    const chosen = { id, spokenAs }
    setChoices(all => [...all, chosen])
    await change(toRoomClip(id), 'Room successfully updated', () =>
      api.windows[':id'].voice.$put({ ...toPath({ id }), json: { spokenAs } }),
    )
    setChoices(all => all.filter(one => one !== chosen))
  }

  const recording = api.voice.recordings[':language'][':clip']

  return {
    rooms: rooms.items,
    shownRooms: rooms.items.map(room => ({
      ...room,
      ...choices.findLast(({ id }) => id === room.id),
    })),
    refetch: recordings.refetch,
    language,
    setLanguage,
    isBusy: (clip: ClipName) => busy.has(clip),
    isRecorded: (clip: ClipName) =>
      recordings.items.some(one => one.clip === clip && one.language === language),
    play(url: string) {
      playing.current?.pause()
      // Browsers replay a cached sound without checking for changes.
      playing.current = new Audio(`${url}${url.includes('?') ? '&' : '?'}t=${Date.now()}`)
      playing.current.play().catch((cause: Error) => {
        // An AbortError only means that the next sound has started.
        if (cause.name !== 'AbortError') toastError('Error', 'This could not be played.')
      })
    },
    choose,
    record: (clip: ClipName, file: File) =>
      change(clip, 'Recording saved', async () =>
        recording.$put({ param: { language, clip }, form: { file: await toClip(file) } }),
      ),
    remove: (clip: ClipName) =>
      change(clip, 'Recording removed', () => recording.$delete({ param: { language, clip } })),
  }
}
