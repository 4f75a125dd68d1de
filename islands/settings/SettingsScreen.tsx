import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useWatch } from '../data/use-watch.ts'
import { PREVIEW_HISTORY_ROWS } from '../tv/announcement-queue.ts'
import type { InitialDisplay } from '../tv/display.ts'
import { ScaledStage } from '../tv/ScaledStage.tsx'
import { Stage } from '../tv/Stage.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PageHeader } from '../ui/PageHead.tsx'
import { AUDIO_KEYS, AudioCard } from './cards/AudioCard.tsx'
import { ClinicCards } from './cards/ClinicCards.tsx'
import { ColorCards } from './cards/ColorCards.tsx'
import { InformationCards } from './cards/InformationCards.tsx'
import { MediaCard } from './media/MediaCard.tsx'
import { createMediaModel } from './media/media-model.ts'
import { createPreviewModel } from './preview/preview-model.ts'
import { createSettingsModel } from './settings-model.ts'

const MEDIA_KEYS = ['dashboardMediaType', 'youtubeUrl']

/** How the waiting room looks and sounds, with the display beside it as it would be. */
export default function SettingsScreen(first: InitialDisplay) {
  useSignals()
  const [desk] = useState(() => createSettingsModel(first.settings))
  const [media] = useState(() => createMediaModel(first.media))
  const [preview] = useState(() => createPreviewModel(first, desk, media))
  useWatch(desk, media, preview)
  useConfirmLeave(desk.unsaved.value.length > 0)

  const values = desk.edited.value
  const forms = {
    values,
    isUnsaved: desk.isUnsaved,
    problemOf: desk.problemOf,
    isSaving: desk.saving.value !== null,
    onEdit: desk.edit,
    onSave: () => void desk.save('display'),
  }

  async function takeLogo(file: File) {
    const logo = await media.uploadLogo(file)
    if (logo) desk.edit({ clinicLogo: logo, showClinicLogo: 'true' })
  }

  return (
    <>
      <PageHeader title="Settings" about={formatCount(Object.keys(desk.saved.data.value).length)}>
        <UnsavedCount count={desk.unsaved.value.length} />
        <Button onClick={() => void desk.refresh()}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
      </PageHeader>
      <div className="settings">
        <aside className="settings__preview">
          <Card title="TV Display Preview">
            <div className="settings__stage">
              <ScaledStage>
                <Stage
                  {...preview.picture()}
                  historyRows={PREVIEW_HISTORY_ROWS}
                  isFull
                  staleSince={null}
                />
              </ScaledStage>
            </div>
            <p className="settings__note">
              With the changes that are not saved yet. The patients are invented.
            </p>
          </Card>
        </aside>
        <div className="settings__cards">
          <Section title="Media Management">
            <MediaCard
              {...forms}
              items={media.items.data.value}
              uploading={media.uploading.value}
              isUnsaved={desk.isUnsaved(MEDIA_KEYS)}
              problem={desk.problemOf('youtubeUrl')}
              onUpload={files => void media.upload(files)}
              onCancel={media.cancel}
              onDelete={item => void media.remove(item)}
            />
          </Section>
          <Section title="Theme and Color Settings">
            <ClinicCards
              {...forms}
              isUploading={media.uploading.value !== null}
              onLogo={file => void takeLogo(file)}
            />
            <ColorCards {...forms} />
          </Section>
          <Section title="Information Display Settings">
            <InformationCards {...forms} />
          </Section>
          <Section title="Audio Settings">
            <AudioCard
              {...forms}
              isUnsaved={desk.isUnsaved(AUDIO_KEYS)}
              isTesting={preview.isTesting()}
              onSave={() => void desk.save('sound')}
              onTest={preview.test}
            />
          </Section>
        </div>
      </div>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings__section" aria-label={title}>
      <h2 className="settings__title">{title}</h2>
      {children}
    </section>
  )
}

function UnsavedCount({ count }: { count: number }) {
  const words = count === 1 ? '1 unsaved change' : `${count} unsaved changes`
  return (
    <span
      className={`settings__unsaved ${count > 0 ? 'settings__unsaved--some' : ''}`}
      role="status"
    >
      {words}
    </span>
  )
}

function formatCount(settings: number) {
  return `${settings} active configurations`
}

/** The browser's own question, because every other page of the product is another page to it. */
function useConfirmLeave(hasUnsaved: boolean) {
  useEffect(() => {
    if (!hasUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasUnsaved])
}
