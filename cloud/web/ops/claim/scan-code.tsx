import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { claimLabels } from '../../words/boxes-en.ts';
import { useConsole } from '../console.ts';
import { claimCodeIn } from './claim-code.ts';

/** The Shape Detection API, as far as it is used here: some browsers have it, and no types come with it. */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type CodeReaders = new (options: { readonly formats: readonly string[] }) => CodeReader;

const codeReaders = (): CodeReaders | undefined =>
  (globalThis as { readonly BarcodeDetector?: CodeReaders }).BarcodeDetector;

/** Whether this browser reads QR codes by itself; a phone's own camera does in any case, and opens this page. */
const knowsScanning = (): boolean =>
  codeReaders() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function';

const LOOK_EVERY = Milliseconds(250);

interface ScanProps {
  readonly onCode: (code: string) => void;
  readonly onFailed: () => void;
}

/** Reads the code of a box with the camera. What the camera sees stays in the browser. */
const Camera = ({ onCode, onFailed }: ScanProps) => {
  const { clock } = useConsole();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let stopped = false;
    let stream: MediaStream | undefined;
    let looking = { cancel: (): void => {} };
    const stop = (): void => {
      stopped = true;
      looking.cancel();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const look = async (reader: CodeReader, shown: HTMLVideoElement): Promise<void> => {
      const found = await reader.detect(shown).catch(() => []);
      if (stopped) return;
      const code = found.map(({ rawValue }) => claimCodeIn(rawValue)).find((one) => one !== undefined);
      if (code !== undefined) return onCode(code);
      looking = clock.after(LOOK_EVERY, () => void look(reader, shown));
    };
    const begin = async (): Promise<void> => {
      const [Reader, shown] = [codeReaders(), video.current];
      if (Reader === undefined || shown === null) return onFailed();
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        if (stopped) return stop();
        shown.srcObject = stream;
        // A frame that has not come yet is looked for again.
        shown.play().catch(() => !stopped && onFailed());
        await look(new Reader({ formats: ['qr_code'] }), shown);
      } catch {
        if (!stopped) onFailed();
      }
    };
    void begin();
    return stop;
  }, [clock, onCode, onFailed]);
  return <video ref={video} class="camera" muted playsInline aria-label={claimLabels.scanning} />;
};

/** A button that turns the camera on, where the browser reads codes. */
export const ScanCode = ({ onCode }: Pick<ScanProps, 'onCode'>) => {
  const [state, setState] = useState<'off' | 'on' | 'failed'>('off');
  const failed = useRef(() => setState('failed')).current;
  if (!knowsScanning()) return null;
  return (
    <div class="scan">
      {state === 'on' && <Camera onCode={onCode} onFailed={failed} />}
      {state === 'failed' && (
        <p class="problem" role="alert">
          {claimLabels.noCamera}
        </p>
      )}
      <button type="button" onClick={() => setState(state === 'on' ? 'off' : 'on')}>
        {state === 'on' ? claimLabels.stopScanning : claimLabels.scan}
      </button>
    </div>
  );
};
