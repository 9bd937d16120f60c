/** By this a location is known to be the one of a facility, whatever it is called. */
export const METAFIELD = { namespace: 'gatehouse', key: 'facility_id' } as const;

const FIELDS = /* GraphQL */ `
  id
  name
  isActive
  fulfillsOnlineOrders
  address { address1 address2 city countryCode phone provinceCode zip }
  metafield(namespace: "${METAFIELD.namespace}", key: "${METAFIELD.key}") { value }
`;

export const LOCATION = /* GraphQL */ `
  query Location($id: ID!) { location(id: $id) { ${FIELDS} } }
`;

/** The inactive ones too: who was deactivated is not added again. */
export const LOCATIONS = /* GraphQL */ `
  query Locations($after: String) {
    locations(first: 100, after: $after, includeInactive: true) {
      nodes { ${FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

export const ADD = /* GraphQL */ `
  mutation Add($input: LocationAddInput!) {
    locationAdd(input: $input) { location { ${FIELDS} } userErrors { field message } }
  }
`;

export const EDIT = /* GraphQL */ `
  mutation Edit($id: ID!, $input: LocationEditInput!) {
    locationEdit(id: $id, input: $input) { userErrors { field message } }
  }
`;

export const ACTIVATE = /* GraphQL */ `
  mutation Activate($id: ID!, $key: String!) {
    set: locationActivate(locationId: $id) @idempotent(key: $key) {
      userErrors: locationActivateUserErrors { field message }
    }
  }
`;

export const DEACTIVATE = /* GraphQL */ `
  mutation Deactivate($id: ID!, $key: String!) {
    set: locationDeactivate(locationId: $id) @idempotent(key: $key) {
      userErrors: locationDeactivateUserErrors { field message }
    }
  }
`;
