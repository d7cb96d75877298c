/*
 * cxx_containers.c: the parts of std::map, std::set, std::list and the hash containers that live in libstdc++.so.
 *
 * Trees are red-black as in Cormen et al., chapter 13, over the library's node layout. How a hash is computed and how
 * many buckets there are is unspecified by C++; ours are simple.
 */

/* The header of a tree has the root as its parent, the leftmost and the rightmost node as its children. */
struct __sv_tree_node {
    int colour; /* 0 red, 1 black */
    struct __sv_tree_node *parent, *left, *right;
};
static struct __sv_tree_node *__sv_tree_next(struct __sv_tree_node *node) {
    if (node->right) {
        node = node->right;
        while (node->left) node = node->left;
        return node;
    }
    struct __sv_tree_node *above = node->parent;
    while (node == above->right) {
        node = above;
        above = above->parent;
    }
    /* From the header itself the walk ends one step too far. */
    return node->right != above ? above : node;
}
static struct __sv_tree_node *__sv_tree_previous(struct __sv_tree_node *node) {
    if (node->colour == 0 && node->parent->parent == node) return node->right;
    if (node->left) {
        node = node->left;
        while (node->right) node = node->right;
        return node;
    }
    struct __sv_tree_node *above = node->parent;
    while (node == above->left) {
        node = above;
        above = above->parent;
    }
    return above;
}
CXX(void *, __sv_tree_inc, "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", void *node) { return __sv_tree_next(node); }
CXX(void *, __sv_tree_inc_const, "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", void *node) {
    return __sv_tree_next(node);
}
CXX(void *, __sv_tree_dec, "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", void *node) {
    return __sv_tree_previous(node);
}
CXX(void *, __sv_tree_dec_const, "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", void *node) {
    return __sv_tree_previous(node);
}

/* Puts a child's successor in the place of `node` below its parent or the header. */
static void __sv_tree_replace(struct __sv_tree_node *header, struct __sv_tree_node *node,
                              struct __sv_tree_node *by) {
    if (header->parent == node) header->parent = by;
    else if (node->parent->left == node) node->parent->left = by;
    else node->parent->right = by;
}
static void __sv_tree_rotate(struct __sv_tree_node *header, struct __sv_tree_node *node, int left) {
    struct __sv_tree_node *child = left ? node->right : node->left;
    struct __sv_tree_node *moved = left ? child->left : child->right;
    if (left) node->right = moved;
    else node->left = moved;
    if (moved) moved->parent = node;
    __sv_tree_replace(header, node, child);
    child->parent = node->parent;
    if (left) child->left = node;
    else child->right = node;
    node->parent = child;
}
CXX(void, __sv_tree_insert,
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", _Bool to_left,
    struct __sv_tree_node *node, struct __sv_tree_node *above, struct __sv_tree_node *header) {
    node->parent = above;
    node->left = node->right = 0;
    node->colour = 0;
    if (to_left) {
        above->left = node; /* when above is the header this also sets the leftmost */
        if (above == header) {
            header->parent = node;
            header->right = node;
        } else if (above == header->left) {
            header->left = node;
        }
    } else {
        above->right = node;
        if (above == header->right) header->right = node;
    }
    while (node != header->parent && node->parent->colour == 0) {
        struct __sv_tree_node *grand = node->parent->parent;
        int left = node->parent == grand->left;
        struct __sv_tree_node *uncle = left ? grand->right : grand->left;
        if (uncle && uncle->colour == 0) {
            node->parent->colour = 1;
            uncle->colour = 1;
            grand->colour = 0;
            node = grand;
        } else {
            if (node == (left ? node->parent->right : node->parent->left)) {
                node = node->parent;
                __sv_tree_rotate(header, node, left);
            }
            node->parent->colour = 1;
            grand->colour = 0;
            __sv_tree_rotate(header, grand, !left);
        }
    }
    header->parent->colour = 1;
}

static int __sv_tree_black(const struct __sv_tree_node *node) { return !node || node->colour == 1; }

/* `node` (maybe null), below `above`, lacks one black node on its paths. */
static void __sv_tree_repair(struct __sv_tree_node *header, struct __sv_tree_node *node,
                             struct __sv_tree_node *above) {
    while (node != header->parent && __sv_tree_black(node)) {
        int left = node == above->left;
        struct __sv_tree_node *sibling = left ? above->right : above->left;
        if (sibling->colour == 0) {
            sibling->colour = 1;
            above->colour = 0;
            __sv_tree_rotate(header, above, left);
            sibling = left ? above->right : above->left;
        }
        if (__sv_tree_black(sibling->left) && __sv_tree_black(sibling->right)) {
            sibling->colour = 0;
            node = above;
            above = above->parent;
            continue;
        }
        if (__sv_tree_black(left ? sibling->right : sibling->left)) {
            (left ? sibling->left : sibling->right)->colour = 1;
            sibling->colour = 0;
            __sv_tree_rotate(header, sibling, !left);
            sibling = left ? above->right : above->left;
        }
        sibling->colour = above->colour;
        above->colour = 1;
        (left ? sibling->right : sibling->left)->colour = 1;
        __sv_tree_rotate(header, above, left);
        break;
    }
    if (node) node->colour = 1;
}

/* Takes a node with at most one child out of the tree, and keeps the ends in the header. */
static void __sv_tree_splice(struct __sv_tree_node *header, struct __sv_tree_node *node, struct __sv_tree_node *child) {
    struct __sv_tree_node *end = child;
    if (child) child->parent = node->parent;
    __sv_tree_replace(header, node, child);
    if (header->left == node) {
        while (end && end->left) end = end->left;
        header->left = end ? end : node->parent;
    }
    end = child;
    if (header->right == node) {
        while (end && end->right) end = end->right;
        header->right = end ? end : node->parent;
    }
}

CXX(struct __sv_tree_node *, __sv_tree_erase, "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
    struct __sv_tree_node *node, struct __sv_tree_node *header) {
    struct __sv_tree_node *child, *above;
    int lost = node->colour;
    if (!node->left || !node->right) {
        child = node->left ? node->left : node->right;
        above = node->parent;
        __sv_tree_splice(header, node, child);
    } else {
        /* The successor takes the node's place and colour. */
        struct __sv_tree_node *next = node->right;
        while (next->left) next = next->left;
        child = next->right;
        lost = next->colour;
        next->left = node->left;
        node->left->parent = next;
        above = next;
        if (next != node->right) {
            above = next->parent;
            if (child) child->parent = above;
            above->left = child;
            next->right = node->right;
            node->right->parent = next;
        }
        __sv_tree_replace(header, node, next);
        next->parent = node->parent;
        next->colour = node->colour;
    }
    if (lost == 1) __sv_tree_repair(header, child, above);
    return node;
}

/* std::list. */
struct __sv_list_node {
    struct __sv_list_node *next, *previous;
};
CXX(void, __sv_list_hook, "_ZNSt8__detail15_List_node_base7_M_hookEPS0_", struct __sv_list_node *node,
    struct __sv_list_node *before) {
    node->next = before;
    node->previous = before->previous;
    before->previous->next = node;
    before->previous = node;
}
CXX(void, __sv_list_unhook, "_ZNSt8__detail15_List_node_base9_M_unhookEv", struct __sv_list_node *node) {
    node->previous->next = node->next;
    node->next->previous = node->previous;
}
CXX(void, __sv_list_transfer, "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", struct __sv_list_node *before,
    struct __sv_list_node *first, struct __sv_list_node *last) {
    if (before == last) return;
    struct __sv_list_node *end = before->previous;
    last->previous->next = before;
    first->previous->next = last;
    before->previous->next = first;
    before->previous = last->previous;
    last->previous = first->previous;
    first->previous = end;
}
CXX(void, __sv_list_swap, "_ZNSt8__detail15_List_node_base4swapERS0_S1_", struct __sv_list_node *a,
    struct __sv_list_node *b) {
    struct __sv_list_node held = *a;
    _Bool a_empty = a->next == a, b_empty = b->next == b;
    *a = *b;
    *b = held;
    if (b_empty) a->next = a->previous = a;
    else a->next->previous = a->previous->next = a;
    if (a_empty) b->next = b->previous = b;
    else b->next->previous = b->previous->next = b;
}
CXX(void, __sv_list_reverse, "_ZNSt8__detail15_List_node_base10_M_reverseEv", struct __sv_list_node *list) {
    struct __sv_list_node *node = list;
    do {
        struct __sv_list_node *next = node->next;
        node->next = node->previous;
        node->previous = next;
        node = next;
    } while (node != list);
}

/* Hash containers: when to grow, and to how many buckets. */
struct __sv_rehash_policy {
    union { float real; unsigned int bits; } load;
    size_t next_resize;
};
struct __sv_rehash { _Bool needed; size_t buckets; };

/* Elements that so many buckets may hold. The usual factor 1 needs no floating point. */
static size_t __sv_hash_capacity(const struct __sv_rehash_policy *policy, size_t buckets) {
    if (policy->load.bits == 0x3f800000) return buckets;
    return (size_t)((float)buckets * policy->load.real);
}
static size_t __sv_hash_buckets(struct __sv_rehash_policy *policy, size_t least) {
    static const unsigned int primes[] = {1,     2,     5,      13,     29,     59,      127,     257,     541,      1109,
                                          2357,  5087,  10273,  20753,  42043,  85229,   172933,  351061,  712697,   1447153,
                                          2938679, 5967347, 12117689, 24607243, 49969847, 101473717};
    unsigned int i = 0;
    while (i < 25 && primes[i] < least) i++;
    if (primes[i] < least) __selvedge_unsupported("a hash table of more than 100 million buckets");
    policy->next_resize = __sv_hash_capacity(policy, primes[i]);
    return primes[i];
}
CXX(size_t, __sv_hash_next, "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", struct __sv_rehash_policy *policy,
    size_t least) {
    return __sv_hash_buckets(policy, least);
}
CXX(struct __sv_rehash, __sv_hash_need, "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
    struct __sv_rehash_policy *policy, size_t buckets, size_t elements, size_t more) {
    size_t wanted = elements + more;
    struct __sv_rehash none = {0, 0};
    if (wanted <= policy->next_resize) return none;
    if (policy->next_resize == 0 && wanted < 11) wanted = 11;
    size_t least = buckets;
    while (__sv_hash_capacity(policy, least) < wanted) least = least * 2 + 1;
    if (least == buckets) {
        policy->next_resize = __sv_hash_capacity(policy, buckets);
        return none;
    }
    return (struct __sv_rehash){1, __sv_hash_buckets(policy, least)};
}
CXX(size_t, __sv_hash_bytes, "_ZSt11_Hash_bytesPKvmm", const void *block, size_t length, size_t seed) {
    size_t hash = seed;
    for (size_t i = 0; i < length; i++) hash = hash * 31 + ((const unsigned char *)block)[i];
    return hash;
}
