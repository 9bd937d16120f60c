import { detailWords } from '../../words/settings-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

/** Where a facility is, and the clock that its boxes and rules go by. */
export const Details = ({ at: { facility, time } }: { readonly at: AtFacility }) => {
  const { ticks, serverNow } = useConsole();
  void ticks.value;
  const now = serverNow();
  const { brand, websiteUrl, latitude, longitude, timezone } = facility;
  const change = time.nextChange(now);
  const says = (text: string | null) =>
    text === null || text === '' ? <span class="quiet">{detailWords.notSaid}</span> : <bdi>{text}</bdi>;
  return (
    <section class="panel" aria-labelledby="details-title">
      <h2 id="details-title">{detailWords.title}</h2>
      <dl class="rows">
        <dt>{detailWords.zone}</dt>
        <dd>{detailWords.now(timezone, time.zone(now), time.clock(now))}</dd>
        <dt>{detailWords.next}</dt>
        <dd>{change === undefined ? detailWords.unchanged : detailWords.change(change)}</dd>
        <dt>{detailWords.address}</dt>
        <dd>{says(addressIn(facility.placeData))}</dd>
        <dt>{detailWords.brand}</dt>
        <dd>{says(brand)}</dd>
        <dt>{detailWords.website}</dt>
        <dd>{says(websiteUrl)}</dd>
        <dt>{detailWords.position}</dt>
        <dd>{says(latitude === null || longitude === null ? null : detailWords.at(latitude, longitude))}</dd>
      </dl>
    </section>
  );
};

const addressIn = (place: AtFacility['facility']['placeData']): string =>
  place === null
    ? ''
    : (place.formatted_address ??
      [place.address_1, place.address_2, place.postcode, place.city?.full_name].filter(Boolean).join(', '));
