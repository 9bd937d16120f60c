/**
 * What the provider publishes of locations in its Admin GraphQL API 2026-07 (shopify.dev, under *Location*), as far as it is
 * played here. Whoever plays more adds it here first.
 */
export const ADMIN_SCHEMA = /* GraphQL */ `
  directive @idempotent(key: String!) on FIELD

  type Query {
    location(id: ID): Location
    locations(
      after: String
      first: Int
      includeInactive: Boolean = false
      includeLegacy: Boolean = false
    ): LocationConnection!
  }

  type Mutation {
    locationAdd(input: LocationAddInput!): LocationAddPayload
    locationEdit(id: ID!, input: LocationEditInput!): LocationEditPayload
    locationActivate(locationId: ID!): LocationActivatePayload
    locationDeactivate(destinationLocationId: ID, locationId: ID!): LocationDeactivatePayload
  }

  type Location {
    id: ID!
    name: String!
    isActive: Boolean!
    fulfillsOnlineOrders: Boolean!
    address: LocationAddress!
    metafield(key: String!, namespace: String): Metafield
  }
  type LocationAddress {
    address1: String
    address2: String
    city: String
    countryCode: String
    phone: String
    provinceCode: String
    zip: String
  }
  type Metafield { key: String!, namespace: String!, type: String!, value: String! }
  type LocationConnection { nodes: [Location!]!, pageInfo: PageInfo! }
  type PageInfo { endCursor: String, hasNextPage: Boolean! }

  input LocationAddInput {
    name: String!
    address: LocationAddAddressInput!
    fulfillsOnlineOrders: Boolean = true
    metafields: [MetafieldInput!] = []
  }
  input LocationAddAddressInput {
    address1: String
    address2: String
    city: String
    countryCode: String!
    phone: String
    provinceCode: String
    zip: String
  }
  input LocationEditInput {
    name: String
    address: LocationEditAddressInput
    fulfillsOnlineOrders: Boolean
    metafields: [MetafieldInput!] = []
  }
  input LocationEditAddressInput {
    address1: String
    address2: String
    city: String
    countryCode: String
    phone: String
    provinceCode: String
    zip: String
  }
  input MetafieldInput { key: String, namespace: String, type: String, value: String }

  type LocationAddPayload { location: Location, userErrors: [LocationAddUserError!]! }
  type LocationEditPayload { location: Location, userErrors: [LocationEditUserError!]! }
  type LocationActivatePayload { location: Location, locationActivateUserErrors: [LocationActivateUserError!]! }
  type LocationDeactivatePayload { location: Location, locationDeactivateUserErrors: [LocationDeactivateUserError!]! }
  type LocationAddUserError { code: String, field: [String!], message: String! }
  type LocationEditUserError { code: String, field: [String!], message: String! }
  type LocationActivateUserError { code: String, field: [String!], message: String! }
  type LocationDeactivateUserError { code: String, field: [String!], message: String! }
`;
